/** Logs a failure that the screen does not show. */
export function logFailure(message: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- this file is the one place that may
  console.error(message, error)
}
