import { isObject } from './is-object.ts'

/** The envelope of a response besides its data, normalised. */
export interface Envelope {
  /** Undefined where it is absent or null; NaN where it is no number. */
  code: number | undefined
  /** The first text for people that there is. */
  message: string | undefined
  /** What is wrong with which field of the request. */
  fields: Record<string, string>
  requestId: string | undefined
  reason: string | undefined
}

const WHOLE = /^\s*\d{3}\s*$/

export function readEnvelope(body: unknown): Envelope {
  const { code, message, errors, reason, request_id } = isObject(body) ? body : {}
  return {
    code: readCode(code),
    message: firstText(message) ?? firstText(errors),
    fields: readFields(errors),
    requestId: typeof request_id === 'string' ? request_id : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
  }
}

function readCode(code: unknown): number | undefined {
  if (code === undefined || code === null) return undefined
  if (typeof code === 'string') return WHOLE.test(code) ? Number(code) : Number.NaN
  return typeof code === 'number' ? code : Number.NaN
}

function readFields(errors: unknown): Record<string, string> {
  if (!isObject(errors)) return {}
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, problem]) => {
      const text = firstText(problem)
      return text === undefined ? [] : [[field, text]]
    }),
  )
}

/** The first text that is not empty in a text, a list or an object of them. */
function firstText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (typeof value !== 'object' || value === null) return undefined
  for (const inner of Object.values(value)) {
    const text = firstText(inner)
    if (text !== undefined) return text
  }
  return undefined
}
