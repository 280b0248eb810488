import { ENTITY_NAMES } from './operations.ts'

const NON_USER_ENTITIES = ENTITY_NAMES.filter((entity) => entity !== 'user')
const CHANGES = ['created', 'updated', 'deleted', 'restored', 'purged'] as const

/** Every event of the audit log; `docs/security.md` says when each is recorded. */
export const AUDIT_EVENTS = [
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_in.limited',
  'sign_in.challenged',
  'sign_out',
  'code.requested',
  'code.issued',
  'code.verified',
  'code.failed',
  'identity.confirmed',
  'identity.refused',
  'two_factor.enabled',
  'two_factor.disabled',
  'two_factor.recovery_codes_renewed',
  'two_factor.failed',
  'passkey.added',
  'passkey.removed',
  'passkey.refused',
  'token.created',
  'token.revoked',
  'password.reset',
  'password.changed',
  'password.disabled',
  'settings.updated',
  'admin.created',
  'admin.password_reset',
  'admin.two_factor_reset',
  'sessions.ended',
  'user.deleted',
  'user.restored',
  'user.purged',
  'user.erased',
  'user.suspended',
  'user.reactivated',
  'user.exported',
  ...NON_USER_ENTITIES.flatMap((entity) => CHANGES.map((change) => `${entity}.${change}` as const)),
] as const

export type AuditEvent = (typeof AUDIT_EVENTS)[number]
