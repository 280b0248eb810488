import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import type { Database } from '#server/db/client.ts'
import { OperatorError } from '#server/domain/operator-error.ts'
import { CONSOLE_ROLE, canSignIn } from '#server/security/account-rules.ts'
import {
  insertAdmin,
  changePassword,
  deletePendingReset,
  findAccount,
  selectAdmins,
} from '#server/security/account.repo.ts'
import { newPasswordProblem } from '#server/security/new-password.ts'
import { deletePasskeys } from '#server/security/passkeys.repo.ts'
import { createPasswordHasher } from '#server/security/password-hash.ts'
import { deleteTwoFactor } from '#server/security/two-factor.repo.ts'
import { insertMail } from '../mail/outbox.repo.ts'
import { withServerDatabase } from './server-database.ts'
import { escapeForTerminal, print, readPassword } from './terminal.ts'

interface Names {
  firstName: string
  lastName: string
}

export async function list(): Promise<void> {
  await withServerDatabase(async ({ database, data }) => {
    print(`Admins (data: ${data}):`)
    for (const admin of await selectAdmins(database.db)) {
      const state = canSignIn(admin) ? '' : '  (cannot sign in)'
      const email = admin.email === null ? `user ${admin.id}, without an address` : escapeForTerminal(admin.email)
      process.stdout.write(`${email}${state}\n`)
    }
  })
}

export async function create(email: string, { firstName, lastName }: Names): Promise<void> {
  await withServerDatabase(async ({ database, audit, data }) => {
    if (await findAccount(database.db, uniqueKey(email))) throw addressTakenError(email)
    const password_hash = await hashNewPassword({ email, firstName, lastName })
    const admin = { email, first_name: firstName, last_name: lastName, password_hash, now: new Date() }
    await database.transaction(async (trx) => {
      const id = await insertAdmin(trx, admin, addressTakenError(email))
      await audit.record(trx, { event: 'admin.created', actor: 'operator', userId: id, detail: 'command' })
    })
    print(`${email} can sign in now (data: ${data}).`)
  })
}

/** Sets the password, ends the admin's sessions and resets the counts of failed sign-ins. */
export async function resetPassword(email: string): Promise<void> {
  await withServerDatabase(async ({ database, audit, data }) => {
    const account = await findAdmin(database, email, data)
    const passwordHash = await hashNewPassword({
      email,
      firstName: account.first_name,
      lastName: account.last_name,
    })
    await database.transaction(async (trx) => {
      if (!(await changePassword(trx, { userId: account.id, passwordHash }))) throw noSuchAdminError(email, data)
      await deletePendingReset(trx, account.id)
      await audit.record(trx, { event: 'admin.password_reset', actor: 'operator', userId: account.id })
      await insertMail(trx, { kind: 'password_set', recipient: email, now: Date.now() })
    })
    print(`${email} has the new password, and is signed out everywhere (data: ${data}).`)
  })
}

/** Turns two-factor authentication off and removes the passkeys, for an admin who has lost the devices and recovery codes. */
export async function resetTwoFactor(email: string): Promise<void> {
  await withServerDatabase(async ({ database, audit, data }) => {
    const account = await findAdmin(database, email, data)
    await database.transaction(async (trx) => {
      const [hadTwoFactor, hadPasskeys] = [
        await deleteTwoFactor(trx, account.id),
        await deletePasskeys(trx, account.id),
      ]
      if (!hadTwoFactor && !hadPasskeys)
        throw new OperatorError(`${email} uses neither two-factor authentication nor passkeys.`)
      await audit.record(trx, { event: 'admin.two_factor_reset', actor: 'operator', userId: account.id })
      await insertMail(trx, { kind: 'two_factor_reset', recipient: email, now: Date.now() })
    })
    const outcome = createPasswordHasher().isDummy(account.password_hash)
      ? 'has no password: "rapport-server admin reset-password" sets one'
      : 'can now sign in with the password alone, and add passkeys and two-factor authentication again'
    print(`${email} ${outcome} (data: ${data}).`)
  })
}

async function findAdmin({ db }: Database, email: string, data: string) {
  const account = await findAccount(db, uniqueKey(email))
  if (account === undefined || account.role !== CONSOLE_ROLE || account.password_hash === null)
    throw noSuchAdminError(email, data)
  if (canSignIn(account)) return account
  throw new OperatorError(
    `The account of ${email} is ${account.status ?? 'not active'}: it cannot sign in with any password. "admin create" adds another one.`,
  )
}

async function hashNewPassword(owner: Names | { email: string; firstName: string | null; lastName: string | null }) {
  const password = await readPassword()
  const problem = await newPasswordProblem(password, { email: null, ...owner })
  if (problem) throw new OperatorError(problem)
  return createPasswordHasher().hash(password)
}

function addressTakenError(email: string): OperatorError {
  return new OperatorError(`There is already a user with the address ${email}.`)
}

function noSuchAdminError(email: string, data: string): OperatorError {
  return new OperatorError(
    `There is no admin with the address ${email} (data: ${data}). "rapport-server admin list" prints them all.`,
  )
}
