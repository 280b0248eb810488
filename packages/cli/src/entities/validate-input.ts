import type { InputSchema, Issue } from '@rapport/core/entities/entity.ts'
import { MISSING_PRODUCT_FIELDS_MESSAGE } from '@rapport/core/entities/products/product.ts'
import { CliError, invalidInputError } from '#cli/io/errors.ts'

/** An invalid value on the command line, with a sentence that says why. */
export class InvalidValue {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

export interface InputLabels {
  /** Names of the fields: their flags, or their labels in a form. */
  names: Readonly<Record<string, string>>
  /** The command whose help the hint names. */
  command: string
}

type Values = Readonly<Record<string, unknown>>

/** Validates values with core's schema. Throws `CliError` (usage) listing all issues. */
export function validateInput<Output>(schema: InputSchema<Output>, values: Values, labels: InputLabels): Output {
  const { data, issues } = parseInput(schema, values)
  if (data === undefined) throw invalidFieldsError(issues, values, labels)
  return data
}

/** Validates the given values of an update before any call. Throws `CliError` (usage) listing all issues. */
export function checkChanges(schema: InputSchema<unknown>, values: Values, labels: InputLabels): void {
  const { issues } = parseInput(schema, values)
  const ownIssues = new Map([...issues].filter(([field]) => values[field] !== undefined))
  if (ownIssues.size > 0) throw invalidFieldsError(ownIssues, values, labels)
}

function parseInput<Output>(
  schema: InputSchema<Output>,
  values: Values,
): { data?: Output; issues: Map<string, string> } {
  const issues = new Map<string, string>()
  const readableEntries = Object.entries(values).filter(([field, value]) => {
    if (value instanceof InvalidValue) issues.set(field, value.message)
    return !(value instanceof InvalidValue)
  })
  const result = schema.safeParse(Object.fromEntries(readableEntries))
  if (result.success) return issues.size === 0 ? { data: result.data, issues } : { issues }
  addIssues(issues, result.error.issues)
  return { issues }
}

function addIssues(messages: Map<string, string>, issues: readonly Issue[]): void {
  for (const issue of issues) {
    const field = String(issue.path[0])
    if (!messages.has(field)) messages.set(field, issueMessage(issue))
  }
}

export function invalidIssuesError(issues: readonly Issue[], labels: InputLabels): CliError {
  const messages = new Map<string, string>()
  addIssues(messages, issues)
  return invalidFieldsError(messages, undefined, labels)
}

/** Lists issues in the order of the flags; fields with the same text share a sentence, and so do those without a value. */
function invalidFieldsError(
  issues: ReadonlyMap<string, string>,
  values: Values | undefined,
  { names, command }: InputLabels,
): CliError {
  const fieldIssues = Object.entries(names).flatMap(([field, name]) => {
    const message = issues.get(field)
    if (message === undefined) return []
    if (values && values[field] === undefined) return [{ message: '', name }]
    return [{ message: message === MISSING_PRODUCT_FIELDS_MESSAGE ? 'The value cannot be empty.' : message, name }]
  })
  const sentences = [...Map.groupBy(fieldIssues, ({ message }) => message)].map(([message, group]) => {
    const list = group.map(({ name }) => name).join(', ')
    return message === '' ? `Missing: ${list}.` : `${list}: ${message}`
  })
  return invalidInputError(sentences, command)
}

/** Returns the message of an issue. Core has none for an unknown choice, which the console's forms cannot send. */
function issueMessage({ values, message }: Issue): string {
  return values ? `Choose from ${values.join(', ')}.` : message
}

/** Throws `CliError` (usage) if an update changes nothing. */
export function requireChanges(changes: Values, { names, command }: InputLabels): void {
  if (Object.values(changes).some((value) => value !== undefined)) return
  throw new CliError('usage', `Nothing to change. Pass at least one of ${Object.values(names).join(', ')}.`, {
    hint: `See ${command} --help`,
  })
}
