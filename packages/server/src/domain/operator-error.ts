/** An error that the operator has to fix. Its message, which is printed without a stack trace, says what and how. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
