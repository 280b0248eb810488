/** The browser-held name of the reset token (specification, section 3). */
const KEY = 'resetToken'
/** Marks the tab that the token was stored from. */
const OWN_KEY = 'resetTokenIsOurs'

/** The stored token of verify-otp, or null when there is none. */
export function readResetToken(): string | null {
  return localStorage.getItem(KEY)
}

/** Keeps the token until the new password is set or the way there is left. */
export function storeResetToken(token: string): void {
  localStorage.setItem(KEY, token)
  sessionStorage.setItem(OWN_KEY, 'true')
}

/** Forgets the token: it was used or refused. */
export function clearResetToken(): void {
  localStorage.removeItem(KEY)
  sessionStorage.removeItem(OWN_KEY)
}

/** Forgets the token if it is this tab's, whose admin went elsewhere; another tab may be about to use its own. */
export function leaveReset(): void {
  if (sessionStorage.getItem(OWN_KEY) !== null) clearResetToken()
}
