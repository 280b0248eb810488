import { withConfirmedIdentity } from '#cli/auth/confirm-identity.ts'
import type { PasswordStdinInput } from '#cli/auth/password-stdin.ts'
import type { Deps } from '#cli/deps.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { singleDeletionDocument } from '#cli/output/bulk-document.ts'
import type { Presentation } from '#cli/output/document.ts'
import { run as listTokens, type Token } from './tokens.ts'

export interface RevokeInput extends PasswordStdinInput {
  /** An id or a name. */
  reference: string
}

export async function run({ reference, ...credentials }: RevokeInput, deps: Deps): Promise<Token> {
  const { client, target } = deps
  const token = findToken(await listTokens({}, deps), reference)
  const { id, name, scopes } = token
  await requireConsent(deps, {
    action: `Revoking token ${name}`,
    lines: [`This revokes token ${name} (${scopes.join(', ')}) on ${target.apiUrl}: what uses it stops working.`],
    prompt: 'Are you sure you want to revoke this token?',
    hint: 'Pass --yes to revoke it without being asked.',
    declinedMessage: 'Nothing was revoked.',
  })
  await withConfirmedIdentity(credentials, deps, () => client.call('revokeToken', { params: { id: String(id) } }))
  return token
}

function findToken(tokens: readonly Token[], reference: string): Token {
  const token = tokens.find(({ id }) => String(id) === reference) ?? tokens.find(({ name }) => name === reference)
  if (token) return token
  throw new CliError('not_found', `There is no token ${reference}.`, {
    hint: 'rapport token list shows ids and names.',
    exitCode: EXIT.notFound,
  })
}

export function present({ id, name }: Token): Presentation {
  return {
    document: singleDeletionDocument(String(id)),
    info: `Revoked token ${name}.`,
  }
}

export { bulkFields as fields } from '#cli/output/bulk-document.ts'
