import { isObject } from './is-object.ts'

/** The envelope of a response without its data, normalised. */
export interface Envelope {
  /** The code; undefined if it is absent or null, and NaN if it is not a number. */
  code: number | undefined
  /** The first text found in `message`, then in `errors`. */
  message: string | undefined
  /** Error messages by field of the request. */
  fields: Record<string, string>
  requestId: string | undefined
  reason: string | undefined
}

const STATUS_CODE = /^\s*\d{3}\s*$/

export function readEnvelope(body: unknown): Envelope {
  const { code, message, errors, reason, request_id } = isObject(body) ? body : {}
  const fields = readFields(errors)
  return {
    code: readCode(code),
    message: firstText(message) ?? Object.values(fields)[0] ?? firstText(errors),
    fields,
    requestId: typeof request_id === 'string' ? request_id : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
  }
}

function readCode(code: unknown): number | undefined {
  if (code === undefined || code === null) return undefined
  if (typeof code === 'string') return STATUS_CODE.test(code) ? Number(code) : Number.NaN
  return typeof code === 'number' ? code : Number.NaN
}

/** Reads messages by field, or a list of fields with their messages. Keeps the first message of each field. */
function readFields(errors: unknown): Record<string, string> {
  const entries = Array.isArray(errors)
    ? errors.filter(isObject).map(({ field, message }) => [field, message] as const)
    : Object.entries(isObject(errors) ? errors : {})
  const fields = new Map<string, string>()
  for (const [field, fieldErrors] of entries) {
    const text = firstText(fieldErrors)
    if (text !== undefined && typeof field === 'string' && !fields.has(field)) fields.set(field, text)
  }
  return Object.fromEntries(fields)
}

/** Returns the first text that is not empty, searching lists and objects in depth. */
function firstText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (typeof value !== 'object' || value === null) return undefined
  for (const inner of Object.values(value)) {
    const text = firstText(inner)
    if (text !== undefined) return text
  }
  return undefined
}
