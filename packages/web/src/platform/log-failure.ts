/** Writes a failure to the browser's console, when the screen does not show it. */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- this file is the one place that may
  console.error(what, error)
}
