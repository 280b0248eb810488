/** Storage key of the reset token (specification, section 3). */
const KEY = 'resetToken'

/** Returns the token of verify-otp; null if there is none. */
export function readResetToken(): string | null {
  return localStorage.getItem(KEY)
}

export function storeResetToken(token: string): void {
  localStorage.setItem(KEY, token)
}

export function clearResetToken(): void {
  localStorage.removeItem(KEY)
}
