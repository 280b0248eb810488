import type { DomainError } from './domain-error.ts'

/** Parses an id, a whole number from 1. Throws the given error for anything else. */
export function requireId(value: string | number, createError: () => DomainError): number {
  const id = /^[1-9]\d{0,15}$/.test(String(value)) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(id)) throw createError()
  return id
}
