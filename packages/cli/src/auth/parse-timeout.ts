export const TIMEOUT_HINT = 'Use seconds, up to 3600.'

/** Seconds that a call may take, or undefined for what are none. */
export function parseTimeout(text: string): number | undefined {
  const seconds = Number(text)
  return text.trim() !== '' && seconds > 0 && seconds <= 3600 ? seconds : undefined
}
