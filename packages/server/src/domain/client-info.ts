export interface ClientInfo {
  /** IP address of the client, or of an untrusted proxy. */
  ip: string
  /** The X-Request-Id of the response, which is also in the log. */
  requestId: string
  userAgent?: string | undefined
}
