/** Thrown when a change cannot be saved; `code` becomes the tool's error code. */
export class ChangeError extends Error {
  override readonly name: string = 'ChangeError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export function changeConflict(message: string): ChangeError {
  return new ChangeError('changed_meanwhile', message)
}
