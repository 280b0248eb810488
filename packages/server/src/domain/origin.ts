export interface Origin {
  /** IP address of the client, or of an untrusted proxy. */
  address: string
  /** The X-Request-Id of the response, which the log has too. */
  requestId: string
  userAgent?: string | undefined
}
