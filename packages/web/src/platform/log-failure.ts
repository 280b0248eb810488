/** Logs a failure that the screen does not show. */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- this file is the one place that may
  console.error(what, error)
}
