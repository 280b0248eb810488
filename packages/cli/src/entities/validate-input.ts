import type { InputSchema, Issue } from '@rapport/core/entities/entity.ts'
import { MISSING_PRODUCT_FIELDS_MESSAGE } from '@rapport/core/entities/products/product.ts'
import { CliError, invalidInputError } from '#cli/io/errors.ts'

/** An invalid value on the command line, with a sentence that says why. It is returned, so that all issues are listed. */
export class InvalidValue extends Error {}

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
  if (data === undefined || issues.length > 0) throw invalidIssuesError(issues, labels, values)
  return data
}

/** Validates the given values of an update before any call. Throws `CliError` (usage) listing all issues. */
export function checkChanges(schema: InputSchema<unknown>, values: Values, labels: InputLabels): void {
  const issues = parseInput(schema, values).issues.filter(({ path }) => values[String(path[0])] !== undefined)
  if (issues.length > 0) throw invalidIssuesError(issues, labels, values)
}

function parseInput<Output>(schema: InputSchema<Output>, values: Values): { data?: Output; issues: Issue[] } {
  const entries = Object.entries(values)
  const unreadable = entries.flatMap(([field, value]): Issue[] =>
    value instanceof InvalidValue ? [{ path: [field], message: value.message }] : [],
  )
  const result = schema.safeParse(Object.fromEntries(entries.filter(([, value]) => !(value instanceof InvalidValue))))
  return result.success
    ? { data: result.data, issues: unreadable }
    : { issues: [...unreadable, ...result.error.issues] }
}

/**
 * Lists the first issue of each field in the order of the flags; fields with the same text share a sentence, and so do those
 * without a value.
 */
export function invalidIssuesError(
  issues: readonly Issue[],
  { names, command }: InputLabels,
  values?: Values,
): CliError {
  const fieldIssues = Object.entries(names).flatMap(([field, name]) => {
    const issue = issues.find(({ path }) => String(path[0]) === field)
    if (!issue) return []
    return [{ message: values && values[field] === undefined ? '' : issueMessage(issue), name }]
  })
  const sentences = [...Map.groupBy(fieldIssues, ({ message }) => message)].map(([message, group]) => {
    const list = group.map(({ name }) => name).join(', ')
    return message === '' ? `Missing: ${list}.` : `${list}: ${message}`
  })
  return invalidInputError(sentences, command)
}

/** Returns the message of an issue. Core has none for an unknown choice, which the console's forms cannot send. */
function issueMessage({ values, message }: Issue): string {
  if (values) return `Choose from ${values.join(', ')}.`
  return message === MISSING_PRODUCT_FIELDS_MESSAGE ? 'The value cannot be empty.' : message
}

/** Throws `CliError` (usage) if an update changes nothing. */
export function requireChanges(changes: Values, { names, command }: InputLabels): void {
  if (Object.values(changes).some((value) => value !== undefined)) return
  throw new CliError('usage', `Nothing to change. Pass at least one of ${Object.values(names).join(', ')}.`, {
    hint: `See ${command} --help`,
  })
}
