export const TIMEOUT_HINT = 'Use seconds, up to 3600.'

/** Parses a number of seconds; undefined if it is not valid. */
export function parseTimeout(text: string): number | undefined {
  const seconds = Number(text)
  return text.trim() !== '' && seconds > 0 && seconds <= 3600 ? seconds : undefined
}
