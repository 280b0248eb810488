import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Scope } from '@rapport/core/api/operations.ts'
import type { FieldsOf } from '@rapport/core/entities/entity.ts'
import { type PasswordStdinInput, withConfirmedIdentity } from '#cli/auth/confirm-identity.ts'
import type { CommandModule } from '#cli/deps.ts'
import { entityFieldNames, presentList } from '#cli/entities/record-presentation.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { bulkFields, singleDeletionDocument } from '#cli/output/bulk-document.ts'
import { localTime } from '#cli/output/local-time.ts'

export interface CreateInput extends PasswordStdinInput {
  name: string
  scope: Scope[]
  /** The lifetime in days. */
  expires: number
}

interface RevokeInput extends PasswordStdinInput {
  /** An id or a name. */
  reference: string
}

type Token = Schemas['Token']

/** The description of API tokens for lists. */
const tokenEntity = {
  noun: 'tokens',
  singular: 'token',
  fields: {
    id: { type: 'id', label: 'ID' },
    name: { type: 'readOnly', label: 'Name' },
    scopes: { type: 'readOnly', label: 'Scopes', tableText: ({ scopes }) => scopes.join(', ') },
    hint: { type: 'readOnly', label: 'Ends with', dropOrder: 1 },
    created_at: { type: 'instant', label: 'Created', dropOrder: 2 },
    expires_at: { type: 'instant', label: 'Expires' },
    last_used_at: {
      type: 'readOnly',
      label: 'Last used',
      tableText: ({ last_used_at }) => (last_used_at === null ? 'never' : localTime(last_used_at)),
    },
  } satisfies FieldsOf<Token>,
}

/** Lists the admin's tokens, newest first. */
export const list: CommandModule<object, Token[]> = {
  fields: () => entityFieldNames(tokenEntity),
  run: (_input, { client }) => client.call('listTokens'),
  present: (rows) => presentList(tokenEntity, { rows, emptyMessage: 'No tokens.' }),
}

export const create: CommandModule<CreateInput, Schemas['NewToken']> = {
  fields: ['secret', 'token'],
  async run({ name, scope, expires, ...credentials }, deps) {
    const body = { name, scopes: scope, expires_in_days: expires }
    return withConfirmedIdentity(credentials, deps, () => deps.client.call('createToken', { body }))
  },
  present(newToken) {
    const { secret, token } = newToken
    return {
      document: { shape: 'record', rows: [newToken], table: () => `${secret}\n` },
      info: [
        `Created token ${token.name} (${token.scopes.join(', ')}), which expires ${localTime(token.expires_at)}.`,
        "You won't see its secret again. Set it as RAPPORT_TOKEN where it is used.",
      ].join('\n'),
    }
  },
}

export const revoke: CommandModule<RevokeInput, Token> = {
  fields: bulkFields,
  async run({ reference, ...credentials }, deps) {
    const { client, target } = deps
    const token = findToken(await client.call('listTokens'), reference)
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
  },
  present: ({ id, name }) => ({ document: singleDeletionDocument(String(id)), info: `Revoked token ${name}.` }),
}

function findToken(tokens: readonly Token[], reference: string): Token {
  const token = tokens.find(({ id }) => String(id) === reference) ?? tokens.find(({ name }) => name === reference)
  if (token) return token
  throw new CliError('not_found', `There is no token ${reference}.`, {
    hint: 'rapport token list shows ids and names.',
  })
}
