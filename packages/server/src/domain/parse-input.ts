import type { InputSchema, Issue } from '@rapport/core/entities/entity.ts'
import * as z from 'zod/mini'
import { DomainError } from './domain-error.ts'

export type ObjectInput<Output> = InputSchema<Output> & z.ZodMiniObject

/** zod's default message, which the contract's message replaces. */
const ZOD_DEFAULT_MESSAGE = 'Invalid input'

/**
 * Parses a value by a rule that the clients share. A field of `stored` that the value leaves as it is stays so, even if it could
 * not be typed today. Throws `unprocessable` with a message per invalid field.
 */
export function parseInput<Output>(input: ObjectInput<Output>, value: object, stored: object = {}): Output {
  const result = input.safeParse(value)
  if (result.success) return result.data
  const [newFields, storedFields] = [new Map(Object.entries(value)), new Map(Object.entries(stored))]
  const isEdited = ({ path: [name] }: Issue) =>
    !storedFields.has(String(name)) ||
    withPlainBreaks(newFields.get(String(name))) !== withPlainBreaks(storedFields.get(String(name)))
  const { issues } = result.error
  if (issues.some(isEdited)) throw unprocessableError(messagesByField(issues.filter(isEdited)))
  const names = issues.map(({ path: [name] }) => String(name))
  const rest = z.omit(input, Object.fromEntries(names.map((name) => [name, true]))).parse(value)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stored values have the types of the fields
  return { ...rest, ...Object.fromEntries(names.map((name) => [name, storedFields.get(name)])) } as Output
}

/** Forms change line breaks (HTML, section 4.10.22.7). */
function withPlainBreaks(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n') : value
}

/** Creates a function that returns a message per invalid field of a body. */
export function fieldMessagesOf(input: InputSchema<unknown>): (value: unknown) => Record<string, string> {
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

/** Parses an id, a whole number from 1. Returns 0, which no record has, for anything else. */
export function toId(value: string | number): number {
  const id = /^[1-9]\d{0,15}$/.test(String(value)) ? Number(value) : 0
  return Number.isSafeInteger(id) ? id : 0
}

/** Parses an id. Throws the given error for anything else. */
export function requireId(value: string | number, createError: () => DomainError): number {
  const id = toId(value)
  if (id === 0) throw createError()
  return id
}
