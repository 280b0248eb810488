/** The browser-held name of the reset token (specification, section 3). */
const KEY = 'resetToken'

/** The stored token of verify-otp, or null when there is none. */
export function readResetToken(): string | null {
  return localStorage.getItem(KEY)
}

/** Stores the token until the new password is set or the server refuses the token. */
export function storeResetToken(token: string): void {
  localStorage.setItem(KEY, token)
}

export function clearResetToken(): void {
  localStorage.removeItem(KEY)
}
