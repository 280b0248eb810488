/** What the first screen of a password reset hands to the second through the history entry: a reload keeps it. */
export interface HandedOver {
  email: string
}

export function handOver(email: string): HandedOver {
  return { email }
}

/** The address that was handed over; undefined when the admin came another way. */
export function emailOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('email' in state)) return undefined
  return typeof state.email === 'string' && state.email !== '' ? state.email : undefined
}
