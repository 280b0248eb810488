import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { HOUR } from '#server/domain/time.ts'
import { insertMail } from '#server/mail/outbox.repo.ts'
import { asAdmin, type Call, withToken } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'

const EMAIL = 'eva@example.com'
const fileOf = (call: Call, id: unknown) => call<Schemas['PersonFile']>('GET', `/api/admin/users/${String(id)}/file`)
const part = ({ parts }: Schemas['PersonFile'], name: string) =>
  parts.find((candidate) => candidate.name === name)?.data

/** Tables with rows about a person, and what makes a row theirs. */
const THEIRS: Record<string, (id: number) => Record<string, unknown>> = {
  users: (id) => ({ id, email: EMAIL, email_key: EMAIL, suspension: '{"reason":"«users.suspension»"}' }),
  sessions: (user_id) => ({ user_id }),
  two_factor: (user_id) => ({ user_id }),
  recovery_codes: (user_id) => ({ user_id }),
  sign_in_challenges: (user_id) => ({ user_id }),
  machine_tokens: (user_id) => ({ user_id }),
  passkeys: (user_id) => ({ user_id }),
  password_resets: (user_id) => ({ user_id }),
  trash_items: (record_id) => ({ entity: 'user', record_id, row: '{"first_name":"«trash_items.row»"}', image: null }),
  outbox: () => ({ recipient: EMAIL }),
  audit_events: (target_id) => ({
    target_type: 'user',
    target_id,
    actor_id: target_id,
    changes: '["«audit_events.changes»"]',
  }),
  event_reasons: (target_id) => ({ target_type: 'user', target_id }),
  erasures: (record_id) => ({ record_id }),
}

const NOT_ABOUT_PEOPLE = /^(images|categories|positions|products|user_counts|rate_limits|folds|kysely_.*|sqlite_.*)$/
/** Derived from users by triggers, or digests of which nobody can tell whose they are. */
const DERIVED = /^(user_texts|user_trigrams.*|user_trigram_terms|known_addresses|used_challenges)$/

/** Secrets and their digests, texts folded for searching, and references that the file follows. */
const LEFT_OUT = new Set([
  'users.password_hash',
  'users.name_folded',
  'users.email_folded',
  'users.gender_folded',
  'users.status_folded',
  'users.role_folded',
  'users.joined',
  'users.search_text',
  'sessions.token_hash',
  'two_factor.sealed_secret',
  'recovery_codes.code_mac',
  'sign_in_challenges.challenge_hash',
  'machine_tokens.token_hash',
  'machine_tokens.hint',
  'password_resets.code_mac',
  'password_resets.token_hash',
  'password_resets.asked_from',
  'outbox.asked_from',
  'trash_items.search_text',
  'audit_events.email_mac',
  'event_reasons.event_id',
])

onEachEngine(({ it, start }) => {
  it('has every column of every table that can hold something about a person', async ({ server, call }) => {
    const { db } = server.database
    const { id } = await server.addUser()
    await db.deleteFrom('users').where('id', '=', Number(id)).execute()
    const tables = (await db.introspection.getTables()).filter(
      ({ name }) => !NOT_ABOUT_PEOPLE.test(name) && !DERIVED.test(name),
    )
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(THEIRS).toSorted())
    const expected = new Map<string, string>()
    let count = 0
    for (const name of Object.keys(THEIRS)) {
      const given = THEIRS[name]?.(Number(id)) ?? {}
      const { columns = [] } = tables.find((table) => table.name === name) ?? {}
      const row: Record<string, unknown> = {}
      for (const column of columns) {
        const place = `${name}.${column.name}`
        if (['joined', 'search_text'].includes(column.name) && name === 'users') continue
        count += 1
        const number = /^(int4|integer)$/i.test(column.dataType) ? 2_000_000_000 + count : 1_700_000_000_000 + count
        row[column.name] =
          column.name in given ? given[column.name] : column.dataType === 'text' ? `«${place}»` : number
        const isTime = /(^|_)at$/.test(column.name)
        const text = isTime ? new Date(number).toISOString() : String(row[column.name])
        if (!LEFT_OUT.has(place) && row[column.name] !== null) expected.set(place, /«.*»/.exec(text)?.[0] ?? text)
      }
      if (name === 'event_reasons')
        row['event_id'] = (
          await db.selectFrom('audit_events').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
        ).id
      await db
        .insertInto(name as 'users')
        .values(row as never)
        .execute()
    }
    await server.database.db.updateTable('users').set({ password_hash: null }).where('id', '=', Number(id)).execute()
    const response = await fileOf(call, id)
    expect(response.status).toBe(200)
    const text = JSON.stringify(response.body.data)
    expect([...expected].filter(([, value]) => !text.includes(value))).toEqual([])
    for (const place of LEFT_OUT) expect(text).not.toContain(`«${place}»`)
    for (const { source, kept } of response.body.data.parts) expect(`${source} ${kept}`).toMatch(/^[A-Z].*\. .*\.$/)
  })

  it('has the trash of a deleted user, who erased is not found, and records the download', async ({ server, call }) => {
    const { id } = await server.addUser({ first_name: 'Eva', email: EMAIL })
    await call('DELETE', `/api/admin/users/${id}`)
    const { data } = (await fileOf(call, id)).body
    expect(part(data, 'record')).toEqual([])
    expect(part(data, 'trash')).toMatchObject([{ row: { first_name: 'Eva', email: EMAIL } }])
    expect(data.events.map(({ event }) => event)).toEqual(['user.deleted', 'user.exported'])
    expect(data.events).toMatchObject({ 1: { actor_id: server.admin.id } })
    await call('DELETE', `/api/admin/users/${id}?erase=true`)
    expect((await fileOf(call, id)).status).toBe(404)
    // Whoever comes back has another id and the same address.
    const again = await server.addUser({ email: EMAIL })
    expect(part((await fileOf(call, again.id)).body.data, 'erasures')).toMatchObject([{ record_id: id }])
  })

  it('has the network address of whoever is the person, and of no admin who acted on them', async ({
    server,
    call,
  }) => {
    const { id } = await server.addUser()
    const admin = await server.addAdmin({ email: EMAIL })
    const other = await asAdmin(server, admin)
    await call('POST', '/api/admin/users/status', { action: 'suspend', ids: [id], reason: 'Spam' })
    expect((await fileOf(call, id)).body.data.events).toMatchObject([{ detail: 'Spam', ip: null }, { ip: null }])
    await other('POST', '/api/admin/logout')
    const { events } = (await fileOf(call, admin.id)).body.data
    expect(events.map(({ event, ip }) => [event, ip])).toEqual([
      ['sign_in.succeeded', '127.0.0.1'],
      ['sign_out', '127.0.0.1'],
      ['user.exported', null],
    ])
  })

  it('has the mail to the address as somebody typed it, which an erasure deletes', async ({ server, call }) => {
    const { id } = await server.addUser({ email: EMAIL })
    await insertMail(server.database.db, { kind: 'reset_code', recipient: EMAIL.toUpperCase(), now: 0 })
    expect(part((await fileOf(call, id)).body.data, 'mails')).toMatchObject([{ recipient: EMAIL.toUpperCase() }])
    const { body } = await call('DELETE', `/api/admin/users/${id}?erase=true`)
    expect(body.data).toMatchObject({ erased: { mails: 1 } })
  })

  it('is given to an API token as the trash is, and counts as a write, since it leaves an event', async () => {
    await using server = await start({ limits: { tokenWritesPerDay: 3 } })
    const call = await asAdmin(server)
    const withScope = async (scope: string) => {
      const token = { name: scope, scopes: [scope, 'read'], expires_in_days: 1 }
      return withToken(server, (await call<{ secret: string }>('POST', '/api/admin/tokens', token)).body.data.secret)
    }
    const { id } = await server.addUser()
    const [catalogue, users] = [await withScope('catalogue'), await withScope('users')]
    expect((await fileOf(catalogue, id)).status).toBe(200)
    await call('DELETE', `/api/admin/users/${id}`)
    expect((await fileOf(catalogue, id)).status).toBe(404)
    expect((await fileOf(users, id)).status).toBe(200)
    expect((await fileOf(users, id)).status).toBe(429)
    expect((await fileOf(call, id)).status).toBe(200)
  })

  it('of an admin needs a confirmed identity and no API token, and has more events than fit into one chunk', async ({
    server,
    call,
  }) => {
    const admin = await server.addAdmin({ email: EMAIL })
    const session = await asAdmin(server, admin)
    const token = { name: 'CI', scopes: ['read'], expires_in_days: 1 }
    const { secret } = (await session<{ secret: string }>('POST', '/api/admin/tokens', token)).body.data
    const { id } = await server.addUser()
    expect((await fileOf(withToken(server, secret), id)).status).toBe(200)
    expect((await fileOf(withToken(server, secret), admin.id)).status).toBe(403)
    await sql`insert into audit_events (at, event, actor, actor_id)
      select 0, 'sign_out', 'admin', ${sql.lit(admin.id)} from users as a, users as b, users as c, users as d, users as e`.execute(
      server.database.db,
    )
    const { data } = (await fileOf(call, admin.id)).body
    expect(part(data, 'sessions')).toHaveLength(1)
    expect(part(data, 'tokens')).toMatchObject([{ name: 'CI' }])
    expect(data.events.filter(({ event }) => event === 'sign_out')).toHaveLength(3 ** 5)
    expect(JSON.stringify(data)).not.toContain(secret.slice(-4))
    server.advance(HOUR / 4)
    const late = await fileOf(call, admin.id)
    expect(late).toMatchObject({ status: 403, body: { reason: 'confirm_identity' } })
    expect((await fileOf(call, id)).status).toBe(200)
  })
})
