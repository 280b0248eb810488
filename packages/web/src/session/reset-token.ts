/** The storage key of the reset token (specification, section 3). */
const KEY = 'resetToken'

export function readResetToken(): string | null {
  return localStorage.getItem(KEY)
}

export function storeResetToken(token: string): void {
  localStorage.setItem(KEY, token)
}

export function clearResetToken(): void {
  localStorage.removeItem(KEY)
}
