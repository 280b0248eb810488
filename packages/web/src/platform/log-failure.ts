/** Writes a failure to the browser's console, where nothing on the screen is to tell of it. */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- this file is the one place that may
  console.error(what, error)
}
