import { ENTITY_NAMES, type EntityName } from '@rapport/core/api/operations.ts'
import { DomainError, fieldError } from '#server/domain/domain-error.ts'
import type { Principal } from '#server/domain/principal.ts'

interface Account {
  role: string | null
  status: string | null
  password_hash: string | null
}

/** Columns of the account that belongs to a session or token. */
export const ACCOUNT_COLUMNS = [
  'users.id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.role',
  'users.status',
  'users.password_hash',
] as const

/** The role of accounts of the console, which have a password. Without a password it is the role of Pro users of the app. */
export const CONSOLE_ROLE = 'admin'
export const ACTIVE_STATUS = 'active'
export const SUSPENDED_STATUS = 'suspended'

/** Returns true if the account may use the console; `isActiveAdmin` in account.repo.ts is the same in SQL. */
export function canSignIn<T extends Account>(account: T): account is T & { password_hash: string } {
  return account.role === CONSOLE_ROLE && account.status === ACTIVE_STATUS && account.password_hash !== null
}

/** Returns true if only its suspension keeps the account from signing in. */
export function isSuspendedAdmin<T extends Account>(account: T): account is T & { password_hash: string } {
  return account.status === SUSPENDED_STATUS && canSignIn({ ...account, status: ACTIVE_STATUS })
}

/** Returns true unless it is an API token: a stolen one must not be able to lock out the admins who could revoke it. */
export function mayManage({ apiToken }: Pick<Principal, 'apiToken'>, user: Partial<Account>): boolean {
  return apiToken === undefined || typeof user.password_hash !== 'string'
}

/** Throws `forbidden`. */
export function assertMayDelete(caller: Pick<Principal, 'apiToken'>, user: Partial<Account>): void {
  if (!mayManage(caller, user))
    throw new DomainError('forbidden', 'An API token cannot delete an account that signs in to the console.')
}

/** Throws `invalid` if a deletion for good needs a reason and has none. */
export function assertReason(isRequired: boolean, reason: string | undefined): void {
  if (!isRequired || reason?.trim()) return
  const message = 'Please give a reason: this server keeps one in the history for everything that is deleted for good.'
  throw fieldError('invalid', 'reason', message)
}

/** Returns what the caller may see in the trash, restore and purge: an API token, what its scopes let it delete; an admin, everything. */
export function deletableBy({ apiToken }: Pick<Principal, 'apiToken'>): readonly EntityName[] {
  if (apiToken === undefined) return ENTITY_NAMES
  return ENTITY_NAMES.filter((entity) => apiToken.scopes.includes(entity === 'user' ? 'users' : 'catalogue'))
}
