import type { DomainError } from './domain-error.ts'

/** The id that a text stands for; throws this for what cannot be one, since ours are whole numbers from 1. */
export function requireId(text: string | number, refusal: () => DomainError): number {
  const id = /^[1-9]\d{0,15}$/.test(String(text)) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw refusal()
  return id
}
