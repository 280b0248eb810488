import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { expect } from 'vitest'
import { DAY } from '#server/domain/time.ts'
import { asAdmin, type Call, withToken } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { obtainResetToken, resetPassword } from '#server/testing/password-reset.ts'

const TOKENS = '/api/admin/tokens'
const CI = { name: 'CI', scopes: ['catalogue'], expires_in_days: 7 }

const create = async (call: Call, input: object = CI) => call<Schemas['NewToken']>('POST', TOKENS, input)

onEachEngine(({ it }) => {
  it('shows a token once, accepts it until it expires, and lists its last use', async ({ server }) => {
    const call = await asAdmin(server)
    const { secret, token } = (await create(call)).body.data
    expect(secret).toMatch(/^rpt_[\w-]{43}$/)
    expect(token).toMatchObject({ name: 'CI', scopes: ['catalogue'], hint: secret.slice(-4), last_used_at: null })

    const byToken = withToken(server, secret)
    expect((await byToken('GET', '/api/admin/categories')).status).toBe(200)
    expect((await byToken('GET', '/api/admin/get-settings')).body.data).toMatchObject({ scopes: ['catalogue'] })
    const listed = await call<Schemas['Token'][]>('GET', TOKENS)
    expect(listed.body.data).toEqual([{ ...token, last_used_at: server.clock().toISOString() }])
    expect(JSON.stringify(await server.database.db.selectFrom('machine_tokens').selectAll().execute())).not.toContain(
      secret,
    )
    server.advance(7 * DAY)
    expect((await byToken('GET', '/api/admin/categories')).status).toBe(401)
  })

  it('mails the owner about a new token, without the secret', async ({ server }) => {
    const { secret } = (await create(await asAdmin(server))).body.data
    const mail = (await server.sendDueMails()).find(
      ({ subject }) => subject === 'An API token for your Rapport account was created',
    )
    expect(mail).toMatchObject({ to: server.admin.email })
    expect(mail?.text).toContain('your profile')
    expect(mail?.text).not.toContain(secret)
  })

  it('accepts a token after a new password of its owner, until it is revoked or the owner cannot sign in', async ({
    server,
    call,
  }) => {
    const [firstToken, secondToken] = [
      (await create(call)).body.data,
      (await create(call, { ...CI, name: 'Other' })).body.data,
    ]
    expect((await call('DELETE', `${TOKENS}/${firstToken.token.id}`)).status).toBe(200)
    expect((await call('DELETE', `${TOKENS}/${firstToken.token.id}`)).status).toBe(404)
    expect((await withToken(server, firstToken.secret)('GET', '/api/admin/categories')).status).toBe(401)
    expect((await withToken(server, secondToken.secret)('GET', '/api/admin/categories')).status).toBe(200)
    await resetPassword(server, await obtainResetToken(server), 'quite a new passphrase')
    expect((await withToken(server, secondToken.secret)('GET', '/api/admin/categories')).status).toBe(200)
    await server.database.db.updateTable('users').set({ status: 'suspended' }).execute()
    expect((await withToken(server, secondToken.secret)('GET', '/api/admin/categories')).status).toBe(401)
  })

  it('allows what the scopes of a token allow, and names a missing one', async ({ server, call }) => {
    const byToken = withToken(server, (await create(call, { ...CI, scopes: ['read'] })).body.data.secret)
    expect((await byToken('GET', '/api/admin/users')).status).toBe(200)
    const refused = await byToken('DELETE', '/api/admin/users/1')
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'This token lacks the scope “users”.', reason: 'missing_scope' },
    })
    expect((await byToken('POST', TOKENS, CI)).body.message).toBe('No token can do this. Please sign in.')
  })

  it('refuses a token while the clock is behind the one that created it', async ({ server }) => {
    server.advance(400 * DAY)
    const { secret } = (await create(await asAdmin(server))).body.data
    server.advance(-400 * DAY)
    expect((await withToken(server, secret)('GET', '/api/admin/categories')).status).toBe(401)
  })

  it('names the token in the audit log', async ({ server, call }) => {
    const { secret } = (await create(call)).body.data
    const product = { product_id: 'a', name: 'A', price: 1 }
    expect((await withToken(server, secret)('POST', '/api/admin/subscription-products', product)).status).toBe(201)
    const { db } = server.database
    const event = db.selectFrom('audit_events').select(['actor_id', 'detail']).where('event', '=', 'product.created')
    expect(await event.execute()).toEqual([{ actor_id: server.admin.id, detail: 'by token CI' }])
  })

  it('requires a unique name, a scope and an expiry', async ({ call }) => {
    await create(call)
    expect((await create(call)).status).toBe(409)
    for (const name of [' ', '\u200B', 'CI\u001B[2J', 'CI\n2026-01-01T00:00:00.000Z  admin.created']) {
      expect((await create(call, { ...CI, name })).status).toBe(422)
    }
    for (const invalidInput of [
      { scopes: [] },
      { scopes: ['root'] },
      { expires_in_days: 0 },
      { expires_in_days: undefined },
    ]) {
      expect((await create(call, { ...CI, name: 'Other', ...invalidInput })).status).toBe(400)
    }
  })
})
