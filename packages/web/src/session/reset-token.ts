/** The storage key of the reset token (specification, section 3). */
const KEY = 'resetToken'

export const readResetToken = (): string | null => localStorage.getItem(KEY)
export const storeResetToken = (token: string): void => localStorage.setItem(KEY, token)
export const clearResetToken = (): void => localStorage.removeItem(KEY)
