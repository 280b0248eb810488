/** Logs a failure that the screen does not show. */
export function logFailure(message: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the only place that logs
  console.error(message, error)
}
