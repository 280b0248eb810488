import { DomainError } from './domain-error.ts'

/** The part of a zod schema that `parseInput` uses. */
export interface Input<Output> {
  safeParse: (value: unknown) => { success: true; data: Output } | { success: false; error: { issues: Issue[] } }
}

interface Issue {
  path: PropertyKey[]
  message: string
}

/** zod's default message, which the contract's message replaces. */
const ZOD_DEFAULT_MESSAGE = 'Invalid input'

/** Parses a value by a rule that the clients share. Throws `unprocessable` with a message per invalid field. */
export function parseInput<Output>(input: Input<Output>, value: unknown): Output {
  const result = input.safeParse(value)
  if (result.success) return result.data
  throw unprocessableError(messagesByField(result.error.issues))
}

/** Creates a function that returns a message per invalid field of a body. */
export function fieldMessagesOf(input: Input<unknown>): (value: unknown) => Record<string, string> {
  return (value) => {
    const result = input.safeParse(value)
    return result.success ? {} : messagesByField(result.error.issues)
  }
}

/** Creates the error for invalid fields, with the first field's message as its own. `cause` is logged. */
export function unprocessableError(fields: Record<string, string>, cause?: unknown): DomainError {
  const message = Object.values(fields)[0] ?? 'Please check what you have entered.'
  return new DomainError('unprocessable', message, { fields, cause })
}

function messagesByField(issues: Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues)
    if (message !== ZOD_DEFAULT_MESSAGE) fields[path.map(String).join('.')] ??= message
  return fields
}

/** Parses an id, a whole number from 1. Throws the given error for anything else. */
export function requireId(value: string | number, createError: () => DomainError): number {
  const id = /^[1-9]\d{0,15}$/.test(String(value)) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(id)) throw createError()
  return id
}
