import type { DomainError } from './domain-error.ts'

/** Parses an id, a whole number from 1. Throws the given error for anything else. */
export function requireId(text: string | number, refusal: () => DomainError): number {
  const id = /^[1-9]\d{0,15}$/.test(String(text)) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw refusal()
  return id
}
