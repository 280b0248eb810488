interface Account {
  role: string | null
  status: string | null
  password_hash: string | null
}

/** The columns that a session or token needs of its account. */
export const ACCOUNT_COLUMNS = [
  'users.id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.role',
  'users.status',
  'users.password_hash',
] as const

/** An account of the console has this role and a password: the role alone also marks the app's Pro users. */
export const CONSOLE_ROLE = 'admin'
export const SIGNING_STATUS = 'active'

/** True for an account that may use the console; `isSigningAdmin` of account.repo.ts is the same in SQL. */
export function canSignIn<T extends Account>(account: T): account is T & { password_hash: string } {
  return account.role === CONSOLE_ROLE && account.status === SIGNING_STATUS && account.password_hash !== null
}
