import type { InputSchema, Issue } from '@rapport/core/entities/entity.ts'
import { CliError, invalidInputError } from '#cli/io/errors.ts'

/** An invalid value on the command line, with a sentence that says why. */
export class UnreadableInput {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export interface InputLabels {
  /** Names of the fields: their flags, or their labels in a form. */
  names: Readonly<Record<string, string>>
  /** The command whose help the hint names. */
  help: string
}

type Values = Readonly<Record<string, unknown>>

/** Validates values with core's schema. Throws `CliError` (usage) listing all issues. */
export function checkedInput<Output>(schema: InputSchema<Output>, given: Values, labels: InputLabels): Output {
  const { data, issues } = parseInput(schema, given)
  if (data === undefined) throw invalidIssuesError(issues, labels)
  return data
}

/** Validates the given values of an update before any call. Throws `CliError` (usage) listing all issues. */
export function checkGiven(schema: InputSchema<unknown>, given: Values, labels: InputLabels): void {
  const { issues } = parseInput(schema, given)
  const own = new Map([...issues].filter(([field]) => given[field] !== undefined))
  if (own.size > 0) throw invalidIssuesError(own, labels)
}

function parseInput<Output>(
  schema: InputSchema<Output>,
  given: Values,
): { data?: Output; issues: Map<string, string> } {
  const issues = new Map<string, string>()
  const readable = Object.entries(given).filter(([field, value]) => {
    if (value instanceof UnreadableInput) issues.set(field, value.text)
    return !(value instanceof UnreadableInput)
  })
  const result = schema.safeParse(Object.fromEntries(readable))
  if (result.success) return issues.size === 0 ? { data: result.data, issues } : { issues }
  for (const issue of result.error.issues) {
    const field = String(issue.path[0])
    if (!issues.has(field)) issues.set(field, issueText(issue))
  }
  return { issues }
}

/** Lists issues in the order of the flags; fields with the same text share a sentence. */
function invalidIssuesError(issues: ReadonlyMap<string, string>, { names, help }: InputLabels): CliError {
  const wrong = Object.entries(names).flatMap(([field, name]) => {
    const text = issues.get(field)
    return text === undefined ? [] : [{ text, name }]
  })
  const sentences = [...Map.groupBy(wrong, ({ text }) => text)].map(
    ([text, alike]) => `${alike.map(({ name }) => name).join(', ')}: ${text}`,
  )
  return invalidInputError(sentences, help)
}

/** The console's forms offer choices, so core has no text for an unknown one. */
function issueText({ values, message }: Issue): string {
  return values ? `Choose from ${values.join(', ')}.` : message
}

/** Throws `CliError` (usage) if an update changes nothing. */
export function requireChanges(changes: Values, { names, help }: InputLabels): void {
  if (Object.values(changes).some((value) => value !== undefined)) return
  throw new CliError('usage', `Nothing to change. Pass at least one of ${Object.values(names).join(', ')}.`, {
    hint: `See ${help} --help`,
  })
}
