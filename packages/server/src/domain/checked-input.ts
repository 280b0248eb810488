import { DomainError } from './domain-error.ts'

/** The part of a zod schema that `checkedInput` uses. */
export interface Input<Output> {
  safeParse: (value: unknown) => { success: true; data: Output } | { success: false; error: { issues: Issue[] } }
}

interface Issue {
  path: PropertyKey[]
  message: string
}

/** zod's default text, which the contract's text replaces. */
const ZOD_DEFAULT_MESSAGE = 'Invalid input'

/** Parses a value by a rule that the clients share. Throws `unprocessable` with a text per invalid field. */
export function checkedInput<Output>(input: Input<Output>, value: unknown): Output {
  const result = input.safeParse(value)
  if (result.success) return result.data
  throw unprocessableError(textsOf(result.error.issues))
}

export function fieldTextsOf(input: Input<unknown>): (value: unknown) => Record<string, string> {
  return (value) => {
    const result = input.safeParse(value)
    return result.success ? {} : textsOf(result.error.issues)
  }
}

/** Makes the error for invalid fields, with the first text as its message. `cause` is logged. */
export function unprocessableError(fields: Record<string, string>, cause?: unknown): DomainError {
  const message = Object.values(fields)[0] ?? 'Please check what you have entered.'
  return new DomainError('unprocessable', message, { fields, cause })
}

function textsOf(issues: Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues)
    if (message !== ZOD_DEFAULT_MESSAGE) fields[path.map(String).join('.')] ??= message
  return fields
}
