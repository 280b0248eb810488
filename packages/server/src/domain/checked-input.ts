import { DomainError } from './domain-error.ts'

/** An input of core. */
export interface Input<Output> {
  safeParse: (value: unknown) => { success: true; data: Output } | { success: false; error: { issues: Issue[] } }
}

interface Issue {
  path: PropertyKey[]
  message: string
}

/** zod's text where core has none; the contract's text says more. */
const NO_TEXT = 'Invalid input'

/** The parsed input, by the same rules as in the clients. Throws `unprocessable` with a text for each wrong field. */
export function checkedInput<Output>(input: Input<Output>, value: unknown): Output {
  const result = input.safeParse(value)
  if (result.success) return result.data
  throw unprocessable(textsOf(result.error.issues))
}

/** The text of each field that breaks a rule of the input. */
export function fieldTextsOf(input: Input<unknown>): (value: unknown) => Record<string, string> {
  return (value) => {
    const result = input.safeParse(value)
    return result.success ? {} : textsOf(result.error.issues)
  }
}

/** A refusal of fields, with the text of the first as its message; `cause` is for the log. */
export function unprocessable(fields: Record<string, string>, cause?: unknown): DomainError {
  const message = Object.values(fields)[0] ?? 'Please check what you have entered.'
  return new DomainError('unprocessable', message, { fields, cause })
}

function textsOf(issues: Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) if (message !== NO_TEXT) fields[path.map(String).join('.')] ??= message
  return fields
}
