import type { DomainError } from './domain-error.ts'

/** The id as a number; throws the refusal for a text that cannot be an id, which are whole numbers from 1. */
export function requireId(text: string | number, refusal: () => DomainError): number {
  const id = /^[1-9]\d{0,15}$/.test(String(text)) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw refusal()
  return id
}
