export interface Origin {
  /** The client's address, or that of a proxy that is not trusted. */
  address: string
  /** As in the answer's X-Request-Id and in the log. */
  requestId: string
  /** The client's own description of itself (RFC 9110, section 10.1.5). */
  userAgent?: string | undefined
}
