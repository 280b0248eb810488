/** Why a change cannot be made as planned, found out before or instead of a refusal by the server. */
export class ChangeError extends Error {
  override readonly name = 'ChangeError'
  readonly code: string
  readonly isOutdated: boolean

  constructor(code: string, message: string, { isOutdated = false } = {}) {
    super(message)
    this.code = code
    this.isOutdated = isOutdated
  }
}

export function changedMeanwhile(message: string): ChangeError {
  return new ChangeError('changed_meanwhile', message, { isOutdated: true })
}
