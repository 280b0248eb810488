import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPostgres, openSqlite } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { anonymous, type Call, login, reachable, withToken } from '#server/testing/call.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
import { addPasskey, type PasskeyDevice } from '#server/testing/passkey-device.ts'
import {
  type Listening,
  runToEnd,
  signInStatus,
  spawnServer,
  untilListening,
} from '#server/testing/process/server-process.ts'

const EMAIL = 'first@example.com'
const PASSWORD = 'the first passphrase'
const NEW = 'quite another passphrase'

let dir: string
let env: Record<string, string>
const servers: Listening[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rapport-command-'))
  env = { RAPPORT_DATA_DIR: join(dir, 'data'), PORT: '0', RAPPORT_DEMO: '0' }
})
afterEach(async () => {
  for (const { child, ended } of servers.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  rmSync(dir, { recursive: true })
})

async function startServer(extraEnv: Record<string, string> = {}): Promise<Listening> {
  const admin = { RAPPORT_ADMIN_EMAIL: EMAIL, RAPPORT_ADMIN_PASSWORD: PASSWORD }
  const server = await untilListening(spawnServer({ env: { ...env, ...admin, ...extraEnv } }))
  servers.push(server)
  return server
}

const command = (line: string, stdin?: string) =>
  runToEnd({ words: line.split(' '), env, ...(stdin !== undefined && { stdin }) })

const refused = (message: string) => ({ code: 1, stdout: '', stderr: `error: ${message}\n` })

const enterPassword = (origin: string) => login(reachable(origin), { email: EMAIL, password: PASSWORD })

const signIn = async (origin: string) => withToken(reachable(origin), (await enterPassword(origin)).body.data.token)

async function signInWithPasskey(origin: string, device: PasskeyDevice): Promise<number> {
  const call = anonymous(reachable(origin))
  const { data } = (await call<Schemas['PasskeyRequest']>('GET', '/api/admin/passkeys/sign-in')).body
  return (await call('POST', '/api/admin/passkeys/sign-in', device.assert(data))).status
}

async function addProduct(call: Call, id: string): Promise<number> {
  return (await call('POST', '/api/admin/subscription-products', { product_id: id, name: 'A', price: 1 })).status
}

describe('the command line', () => {
  it('shows help with examples, the version, and a suggestion for a typo', async () => {
    const [help, version, mistyped, incomplete] = await Promise.all(
      ['--help', '--version', 'bakcup x', 'admin'].map((line) => command(line)),
    )
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help?.stdout).toMatch(/Usage: rapport-server[^]*backup[^]*Examples:[^]*PORT, RAPPORT_DATA_DIR, DATABASE_URL/)
    const [page = ''] = /\/.*\/docs\/operating\.md/.exec(help?.stdout ?? '') ?? []
    expect(readFileSync(page, 'utf8')).toContain('`RAPPORT_DATA_DIR`')
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
    expect(mistyped).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining('(Did you mean backup?)') })
    expect(incomplete).toMatchObject({ code: 2, stderr: expect.stringContaining('reset-password') })
  })

  it.each([
    ['admin create me', 'Please enter a valid email address.'],
    ['admin create', 'email'],
    ['admin create me\u001B[2J@example.com', 'Please use no line breaks or control characters.'],
    ['admin create me@example.org>', 'Please enter a valid email address.'],
    ['admin create me@example.com --first-name \u200B', 'invalid'],
    ['admin create me@example.com --last-name A\u001B[2J', 'Please use no line breaks or control characters.'],
    ['admin reset-password me@exam\u202Eple.com', 'Not an email address.'],
    ['audit --since yesterday', '12h or 7d'],
    ['audit --event sign_in.faild', 'sign_in.failed'],
    ['backup', 'file'],
    ['start now', 'too many arguments'],
  ])('refuses %j', async (line, hint) => {
    const { code, stderr } = await command(line)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(hint) })
    expect(stderr).toMatch(/^error: .*\n$/)
  })

  it('says which setting or file is missing', async () => {
    const data = env['RAPPORT_DATA_DIR'] ?? ''
    expect(await command('admin list')).toEqual(
      refused(`There is no database in ${data} yet: the first start of the server creates one, with an admin.`),
    )
    expect(existsSync(data)).toBe(false)
    delete env['RAPPORT_DEMO']
    env['RAPPORT_UPSTREAM'] = 'https://api.example.com'
    expect((await command('audit')).stderr).toContain('RAPPORT_UPSTREAM is set: a gateway has no database.')
    delete env['RAPPORT_UPSTREAM']
    env['PORT'] = 'x'
    expect((await command('audit')).stderr).toBe('error: PORT must be a port number from 0 to 65535.\n')
  })

  it('does not touch a database of another version', async () => {
    const file = join(env['RAPPORT_DATA_DIR'] ?? '', 'rapport.db')
    mkdirSync(env['RAPPORT_DATA_DIR'] ?? '')
    const { db, close } = await openSqlite(file)
    await sql`create table kept (id integer)`.execute(db)
    expect((await command('admin list')).stderr).toContain('by an older Rapport. Start the server once')
    await sql`drop table kept`.execute(db)
    await close()
    const database = await openSqlite(file)
    await migrate(database)
    await sql`insert into kysely_migration values ('9999-later', '')`.execute(database.db)
    await database.close()
    expect((await command('admin list')).stderr).toContain('by a newer Rapport than this one.')
  })
})

describe('admin, while the server runs', () => {
  it('creates an admin who can sign in at once, and lists all admins', async () => {
    const { origin } = await startServer()
    expect(await command('admin create second@example.com', `${NEW}\n`)).toEqual({
      code: 0,
      stdout: '',
      stderr: `second@example.com can sign in now (data: ${env['RAPPORT_DATA_DIR']}).\n`,
    })
    expect(await signInStatus(origin, 'Second@example.com', NEW)).toBe(200)
    expect(await command('admin list')).toEqual({
      code: 0,
      stdout: `${EMAIL}\nsecond@example.com\n`,
      stderr: `Admins (data: ${env['RAPPORT_DATA_DIR']}):\n`,
    })
    expect((await command('audit --event admin.created')).stdout).toMatch(/first start\n.*command\n$/)
  })

  it('lists an address with control characters as code points', async () => {
    await startServer()
    const { db, close } = await openSqlite(join(env['RAPPORT_DATA_DIR'] ?? '', 'rapport.db'))
    await db.updateTable('users').set({ email: 'a\u001B[2J\r\n\u009B\u202E@example.com' }).execute()
    await close()
    expect((await command('admin list')).stdout).toBe(String.raw`a\u{1b}[2J\u{d}\u{a}\u{9b}\u{202e}@example.com` + '\n')
  })

  it('sets a new password, ends the sessions, and lifts the limits of failed sign-ins', async () => {
    const { origin } = await startServer({ RAPPORT_TRUSTED_PROXIES: '127.0.0.1' })
    const call = await signIn(origin)
    const ownersAddress = '203.0.113.9'
    for (let count = 0; count < 5; count += 1)
      expect(await signInStatus(origin, EMAIL, 'wrong', ownersAddress)).toBe(401)
    expect(await signInStatus(origin, EMAIL, PASSWORD, ownersAddress)).toBe(429)
    for (let count = 0; count < 51; count += 1) await signInStatus(origin, EMAIL, 'wrong', `198.51.100.${count}`)
    expect(await signInStatus(origin, EMAIL, PASSWORD, '203.0.113.1')).toBe(429)
    const { code, stderr } = await command(`admin reset-password ${EMAIL.toUpperCase()}`, NEW)
    expect([code, stderr]).toEqual([0, expect.stringContaining(`everywhere (data: ${env['RAPPORT_DATA_DIR']}).`)])
    expect(await signInStatus(origin, EMAIL, NEW, ownersAddress)).toBe(200)
    expect(await signInStatus(origin, EMAIL, PASSWORD, '203.0.113.2')).toBe(401)
    expect(await signInStatus(origin, EMAIL, NEW, '203.0.113.3')).toBe(200)
    expect((await call('GET', '/api/admin/users')).status).toBe(401)
    expect((await command('audit --event admin.password_reset')).stdout).toMatch(/operator +user 1 /)
  }, 60_000)

  it('removes the passkeys and turns two-factor authentication off', async () => {
    const { origin } = await startServer()
    const device = await addPasskey(await signIn(origin))
    expect(await signInWithPasskey(origin, device)).toBe(200)
    expect((await command(`admin reset-two-factor ${EMAIL}`)).stderr).toContain(
      'can now sign in with the password alone',
    )
    expect(await signInWithPasskey(origin, device)).toBe(401)
    expect((await command(`admin reset-two-factor ${EMAIL}`)).stderr).toContain('neither two-factor authentication nor')
    expect((await command('audit --event admin.two_factor_reset')).stdout).toMatch(/operator +user 1 /)
  })

  it('changes nothing for a weak password or an account that cannot sign in', async () => {
    const { origin } = await startServer()
    expect(await command('admin create second@example.com')).toEqual(refused('Standard input contains no password.'))
    expect(await command('admin create second@example.com', 'short\n')).toEqual(
      refused('Password must be at least 8 characters long.'),
    )
    expect(await command(`admin create ${EMAIL}`, NEW)).toEqual(
      refused(`There is already a user with the address ${EMAIL}.`),
    )
    expect(await command('admin reset-password unknown@example.com', NEW)).toEqual(
      refused(
        `There is no admin with the address unknown@example.com (data: ${env['RAPPORT_DATA_DIR']}). "rapport-server admin list" prints them all.`,
      ),
    )
    const { db, close } = await openSqlite(join(env['RAPPORT_DATA_DIR'] ?? '', 'rapport.db'))
    await db.updateTable('users').set({ status: 'suspended' }).execute()
    await close()
    expect((await command(`admin reset-password ${EMAIL}`, NEW)).stderr).toContain('is suspended: it cannot sign in')
    expect((await command('admin list')).stdout).toBe(`${EMAIL}  (cannot sign in)\n`)
    expect(await signInStatus(origin, EMAIL, NEW)).toBe(401)
  })
})

describe('audit', () => {
  it('prints events by time, name and address, as lines or JSON', async () => {
    const { origin } = await startServer()
    const call = await signIn(origin)
    await addProduct(call, 'a')
    await signInStatus(origin, 'unknown@example.com', 'wrong')
    const events = async (line: string) =>
      (await command(line)).stdout.split('\n').flatMap((text) => text.split(/ +/).slice(1, 2))
    const ALL = ['admin.created', 'sign_in.succeeded', 'product.created', 'sign_in.failed']
    expect(await events('audit')).toEqual(ALL)
    expect(await events('audit --since 1h')).toEqual(ALL)
    expect(await events('audit --since 2999-01-01')).toEqual([])
    expect(await events('audit --event product.created')).toEqual(['product.created'])
    expect(await events(`audit --email ${EMAIL.toUpperCase()}`)).toEqual(ALL.slice(0, 3))
    expect(await events('audit --email Unknown@example.com')).toEqual(['sign_in.failed'])
    const { stdout } = await command('audit --event product.created --json')
    expect(JSON.parse(stdout)).toEqual({
      id: 3,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      event: 'product.created',
      actor: 'admin',
      actor_id: 1,
      target_type: 'product',
      target_id: 1,
      email_mac: null,
      ip: '127.0.0.1',
      request_id: expect.any(String),
      detail: null,
      changes: expect.arrayContaining([{ field: 'name', before: null, after: 'A' }]),
    })
  })
})

describe('a row of the audit log', () => {
  it('is one line, with control characters as code points', async () => {
    await startServer()
    const { db, close } = await openSqlite(join(env['RAPPORT_DATA_DIR'] ?? '', 'rapport.db'))
    const row = { at: 0, event: 'token.created', actor: 'admin', actor_id: 1, detail: 'CI\u001B[2J\n1970 forged' }
    await db.insertInto('audit_events').values(row).execute()
    await close()
    const { stdout } = await command('audit --event token.created')
    expect(stdout).toContain(String.raw`CI\u{1b}[2J\u{a}1970 forged` + '\n')
  })
})

describe('a closed pipe', () => {
  it('ends the command without a message', async () => {
    const { child, ended } = await startServer()
    child.kill('SIGTERM')
    await ended
    const reader = spawnServer({ words: ['audit'], env })
    reader.child.stdout?.destroy()
    expect({ code: await reader.ended, stderr: await reader.stderr }).toEqual({ code: 0, stderr: '' })
  })
})

describe('backup', () => {
  const WRITERS = 4

  it('is consistent while others write', async () => {
    const { origin } = await startServer({ RAPPORT_REQUESTS_PER_10_SECONDS: '1000000' })
    const call = await signIn(origin)
    const over = new AbortController()
    let acknowledged = 0
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; !over.signal.aborted; count += 1) {
        if ((await addProduct(call, `${writer}.${count}`)) === 201) acknowledged += 1
      }
    })
    const file = join(dir, 'backup.db')
    const acknowledgedBefore = acknowledged
    expect(await command(`backup ${file}`)).toMatchObject({ code: 0, stdout: '' })
    expect(acknowledged).toBeGreaterThan(acknowledgedBefore)
    const copy = new Sqlite(file, { readonly: true })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    const total = (table: string) => Number(copy.prepare(`select count(*) from ${table}`).pluck().get())
    expect(total('products')).toBeGreaterThanOrEqual(acknowledgedBefore)
    expect(total("audit_events where event = 'product.created'")).toBe(total('products'))
    copy.close()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    over.abort()
    await Promise.all(writers)
    expect(readdirSync(dir).toSorted()).toEqual(['backup.db', 'data'])
  }, 120_000)

  it('overwrites nothing, and leaves no partial file', async () => {
    await startServer()
    const file = join(dir, 'there.db')
    writeFileSync(file, 'mine')
    const { code, stderr } = await command(`backup ${file}`)
    expect([code, stderr]).toEqual([1, `error: ${file} already exists and was not overwritten.\n`])
    expect(statSync(file).size).toBe(4)
    expect(await command(`backup ${join(dir, 'no/such/b.db')}`)).toEqual(
      refused(`There is no folder ${join(dir, 'no/such')} to copy to.`),
    )
    expect(readdirSync(dir).toSorted()).toEqual(['data', 'there.db'])
  })
})

it('tells a server with metrics when the last backup was complete', async () => {
  const { origin } = await startServer({ RAPPORT_METRICS: 'loopback' })
  const time = async () =>
    /^rapport_last_backup_timestamp_seconds (\d+)/m.exec(await (await fetch(`${origin}/metrics`)).text())?.[1]
  expect(await time()).toBeUndefined()
  const startedAt = Date.now() / 1000
  await command(`backup ${join(dir, 'backup.db')}`)
  expect(Number(await time())).toBeGreaterThan(startedAt - 2)
})

it('writes the events of a command to standard error with RAPPORT_AUDIT_LOG', async () => {
  const lines = ({ stderr }: { stderr: string }) => stderr.split('\n').filter((line) => line.includes('"audit"'))
  await startServer()
  expect(lines(await command(`admin reset-password ${EMAIL}`, NEW))).toEqual([])
  env['RAPPORT_AUDIT_LOG'] = '1'
  const [line = ''] = lines(await command(`admin reset-password ${EMAIL}`, NEW))
  expect(JSON.parse(line)).toMatchObject({ event: 'admin.password_reset', actor: 'operator', target_type: 'user' })
})

describe('restore', () => {
  const stop = async ({ child, ended }: Listening) => {
    child.kill('SIGTERM')
    await ended
  }

  it('restores the backup, keeps the replaced database, and ends all sessions', async () => {
    const firstServer = await startServer()
    const { token } = (await enterPassword(firstServer.origin)).body.data
    const call = withToken(reachable(firstServer.origin), token)
    await addProduct(call, 'before')
    const file = join(dir, 'b.db')
    await command(`backup ${file}`)
    await addProduct(call, 'after')
    await call('POST', '/api/admin/logout')
    expect((await command(`restore ${file}`)).stderr).toContain(`in use by process ${firstServer.child.pid}. Stop the`)
    await stop(firstServer)
    const { code, stderr } = await command(`restore ${file}`)
    const [, replacedFile = ''] = /is kept as (.*)\.\n/.exec(stderr) ?? []
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('recovery codes, passkeys and API tokens were revoked'),
    })

    const { origin } = await startServer()
    expect((await withToken(reachable(origin), token)('GET', '/api/admin/users')).status).toBe(401)
    const products = await (await signIn(origin))('GET', '/api/admin/subscription-products')
    expect(products.body.data).toEqual([expect.objectContaining({ product_id: 'before' })])
    const replaced = new Sqlite(replacedFile, { readonly: true })
    expect(replaced.prepare('select count(*) from products').pluck().get()).toBe(2)
    replaced.close()
    expect((await command('audit --event sessions.ended')).stdout).toMatch(/operator .*restore\n$/)
  })

  it('ends all other credentials too, and the next start says if another key has sealed the two-factor secrets', async () => {
    const firstServer = await startServer()
    const call = await signIn(firstServer.origin)
    const tokenInput = { name: 'CI', scopes: ['read'], expires_in_days: 1 }
    const token = await call<{ secret: string }>('POST', '/api/admin/tokens', tokenInput)
    const { secret } = (await call<{ secret: string }>('POST', '/api/admin/two-factor')).body.data
    const code = (ahead = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * 30_000 })
    const confirmPath = '/api/admin/two-factor/confirm'
    const confirmed = await call<{ recovery_codes: string[] }>('POST', confirmPath, { code: code() })
    const [recovery] = confirmed.body.data.recovery_codes
    const device = await addPasskey(call)
    const challenge = async (origin: string) => (await enterPassword(origin)).body.data.challenge
    const oldChallenge = await challenge(firstServer.origin)
    await command(`backup ${join(dir, 'b.db')}`)
    await stop(firstServer)
    const backup = new Sqlite(join(dir, 'b.db'))
    const pending = "insert into outbox (kind, recipient, created_at, due_at) values ('reset_code', ?, ?, 0)"
    backup.prepare(pending).run(EMAIL, Date.now())
    backup.close()

    const restored = await command(`restore ${join(dir, 'b.db')}`)
    expect(restored.stderr).toContain('recovery codes')
    const inUse = new Sqlite(join(dir, 'data', 'rapport.db'), { readonly: true })
    expect(inUse.prepare("select kind from outbox where kind = 'reset_code'").all()).toEqual([])
    inUse.close()
    const secondServer = await startServer()
    const verify = async (origin: string, pendingChallenge: string, enteredCode: string | undefined) =>
      anonymous(reachable(origin))('POST', '/api/admin/two-factor/verify', {
        challenge: pendingChallenge,
        code: enteredCode,
      })
    expect((await verify(secondServer.origin, oldChallenge, code(1))).status).toBe(401)
    expect((await verify(secondServer.origin, await challenge(secondServer.origin), recovery)).status).toBe(401)
    expect(await signInWithPasskey(secondServer.origin, device)).toBe(401)
    const withApiToken = withToken(reachable(secondServer.origin), token.body.data.secret)
    expect((await withApiToken('GET', '/api/admin/categories')).status).toBe(401)
    expect((await verify(secondServer.origin, await challenge(secondServer.origin), code(1))).status).toBe(200)
    await stop(secondServer)
    expect(await secondServer.stderr).not.toContain('another key')

    env['RAPPORT_DATA_DIR'] = join(dir, 'elsewhere')
    await command(`restore ${join(dir, 'b.db')}`)
    const thirdServer = await startServer()
    expect(await verify(thirdServer.origin, await challenge(thirdServer.origin), code(1))).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('reset-two-factor') },
    })
    await stop(thirdServer)
    expect(await thirdServer.stderr).toContain('another key')
  })

  it('upgrades a backup of 0.1.0', async () => {
    await stop(await startServer())
    const file = join(dir, 'old.db')
    writeFileSync(file, gunzipSync(readFileSync(join(import.meta.dirname, '../testing/fixtures/0.1.0/rapport.db.gz'))))
    const { code, stderr } = await command(`restore ${file}`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('was checked and restored') })
  })

  it('refuses a file that is not an intact database of Rapport, and keeps the current one', async () => {
    await stop(await startServer())
    const data = env['RAPPORT_DATA_DIR'] ?? ''
    const backup = async (name: string) => {
      await command(`backup ${join(dir, name)}`)
      return join(dir, name)
    }
    const damaged = await backup('damaged.db')
    writeFileSync(damaged, readFileSync(damaged).fill(0xff, 8192, 20_480))
    const newer = new Sqlite(await backup('newer.db'))
    newer.exec("insert into kysely_migration values ('9999-later', '')")
    newer.close()
    const foreign = new Sqlite(join(dir, 'foreign.db'))
    foreign.exec('create table kept (id integer)')
    foreign.close()
    writeFileSync(join(dir, 'text.db'), 'no database at all')
    const changes: Record<string, string> = {
      'foreign-trigger.db':
        "create trigger evil after insert on users begin update users set role = 'admin' where id = new.id; end",
      'no-audit.db': 'drop trigger audit_events_keep',
      'view.db': 'create view users_2 as select * from users',
      'column.db': 'alter table users add column evil text',
      'index.db': 'create index evil on users (email)',
    }
    for (const [name, statement] of Object.entries(changes)) {
      const changed = new Sqlite(await backup(name))
      changed.exec(statement)
      changed.close()
    }
    const bytesBefore = readFileSync(join(data, 'rapport.db'))
    for (const [name, reason] of [
      ['none.db', 'There is no file'],
      ['text.db', `${join(dir, 'text.db')} cannot be copied: file is not a database.`],
      ['foreign.db', 'of another program'],
      ['newer.db', 'by a newer Rapport'],
      ['damaged.db', /damaged\.db (?:is damaged|cannot be copied: .*malformed)/],
      ['foreign-trigger.db', 'was changed: trigger evil. Nothing was restored'],
      ['no-audit.db', 'was changed: trigger audit_events_keep.'],
      ['view.db', 'was changed: view users_2.'],
      ['column.db', 'was changed: table users.'],
      ['index.db', 'was changed: index evil.'],
    ] as const) {
      const { code, stderr } = await command(`restore ${join(dir, name)}`)
      expect({ name, code, stderr }).toEqual({ name, code: 1, stderr: expect.stringMatching(reason) })
    }
    expect(readFileSync(join(data, 'rapport.db'))).toEqual(bytesBefore)
    expect(readdirSync(data).filter((name) => name.startsWith('rapport.db.'))).toEqual([])
  })
})

it('end-sessions signs everyone out while the server runs', async () => {
  const { origin } = await startServer()
  const call = await signIn(origin)
  expect((await command('end-sessions')).code).toBe(0)
  expect((await call('GET', '/api/admin/users')).status).toBe(401)
})

onPostgres(({ createDatabase }) => {
  it('runs every command except backup on PostgreSQL', async () => {
    env['DATABASE_URL'] = await createDatabase()
    const { origin } = await startServer()
    expect((await command('admin create second@example.com', NEW)).code).toBe(0)
    for (let count = 0; count < 5; count += 1) expect(await signInStatus(origin, EMAIL, 'wrong')).toBe(401)
    expect(await signInStatus(origin, EMAIL, PASSWORD)).toBe(429)
    const reset = await command(`admin reset-password ${EMAIL}`, NEW)
    expect(reset).toMatchObject({ code: 0, stderr: expect.stringContaining('PostgreSQL, as DATABASE_URL says') })
    expect(await signInStatus(origin, EMAIL, NEW)).toBe(200)
    expect(await signInStatus(origin, 'second@example.com', NEW)).toBe(200)
    expect((await command('audit')).stdout.trim().split('\n')).toHaveLength(11)
    const { code, stderr } = await command(`backup ${join(dir, 'b.db')}`)
    expect([code, stderr]).toEqual([1, expect.stringContaining('pg_dump --format=custom')])
    expect((await command('restore b.db')).stderr).toContain('run "rapport-server end-sessions"')
    expect((await command('end-sessions')).code).toBe(0)
  })

  it('refuses an empty database without creating tables', async () => {
    env['DATABASE_URL'] = await createDatabase()
    expect((await command('admin list')).stderr).toContain('Start the server once')
    const { db, close } = await openPostgres(env['DATABASE_URL'], () => undefined)
    expect((await sql`select from pg_tables where schemaname = 'public'`.execute(db)).rows).toEqual([])
    await close()
  })
})
