/** Every event of the audit log; `docs/security.md` says when each is recorded. */
export const AUDIT_EVENTS = [
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_in.limited',
  'sign_out',
  'code.requested',
  'code.issued',
  'code.verified',
  'code.failed',
  'password.reset',
  'password.changed',
  'settings.updated',
  'admin.created',
  'admin.password_reset',
  'user.deleted',
  'category.created',
  'category.updated',
  'category.deleted',
  'position.created',
  'position.updated',
  'position.deleted',
  'product.created',
  'product.updated',
  'product.deleted',
] as const

export type AuditEvent = (typeof AUDIT_EVENTS)[number]
