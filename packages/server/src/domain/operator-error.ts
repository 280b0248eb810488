/** An error that the operator has to fix. Its message, which is printed without a stack trace, says what and how. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

/** Returns true for an error of the system with this code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
