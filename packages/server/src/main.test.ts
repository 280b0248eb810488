import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPostgres, openSqlite } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { reachable } from './testing/call.ts'
import { onPostgres } from './testing/database/on-each-engine.ts'
import { forgotPassword, resetPassword, verifyOtp } from './testing/password-reset.ts'
import { entryOnOldNode } from './testing/process/built-server.ts'
import { readUntil, signInStatus, spawnServer, untilListening } from './testing/process/server-process.ts'

let dataDir: string
const started: ChildProcess[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rapport-data-'))
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

function run(env: Record<string, string> = {}) {
  const running = spawnServer({ env: { RAPPORT_DATA_DIR: dataDir, PORT: '0', ...env } })
  started.push(running.child)
  return running
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const start = (env?: Record<string, string>) => untilListening(run(env))

describe('the first start', () => {
  it('prints an admin who can sign in, once, and stops cleanly on SIGINT and SIGTERM', async () => {
    const firstRun = await start()
    const email = /email +(\S+)/.exec(firstRun.stdout)?.[1] ?? ''
    const password = /password +(\S+)/.exec(firstRun.stdout)?.[1] ?? ''
    expect(await signInStatus(firstRun.origin, email, password)).toBe(200)
    expect((await fetch(`${firstRun.origin}/health/ready`)).status).toBe(200)
    firstRun.child.kill('SIGINT')
    expect(await firstRun.ended).toBe(0)

    const secondRun = await start()
    expect(secondRun.stdout).not.toContain(password)
    expect(secondRun.stdout.trim().split('\n')).toHaveLength(2)
    expect(await signInStatus(secondRun.origin, email, password)).toBe(200)
    secondRun.child.kill('SIGTERM')
    expect(await secondRun.ended).toBe(0)
  })

  it.each([
    ['the one process', 1],
    ['the group, as a terminal does', -1],
  ])('stops cleanly on a SIGINT to %s when started on an older Node', async (_whom, sign) => {
    const checkout = join(dataDir, 'checkout')
    const env = { RAPPORT_DATA_DIR: dataDir, PORT: '0' }
    const running = spawnServer({ env, entry: entryOnOldNode(checkout) })
    started.push(running.child)
    const { ended, child } = await untilListening(running)
    process.kill(sign * (child.pid ?? 0), 'SIGINT')
    expect(await ended).toBe(0)
  })

  it('reads the admin from the environment, and adds no demo data with RAPPORT_DEMO=0', async () => {
    const credentials = { RAPPORT_ADMIN_EMAIL: 'me@example.com', RAPPORT_ADMIN_PASSWORD: 'my own password' }
    const { stdout, origin } = await start({ ...credentials, RAPPORT_DEMO: '0' })
    expect(stdout).not.toContain('my own password')
    expect(await signInStatus(origin, 'me@example.com', 'my own password')).toBe(200)
  })
})

onPostgres(({ createDatabase }) => {
  it('finishes migrating before the server is ready', async () => {
    const url = await createDatabase()
    const database = await openPostgres(url, (error) => {
      throw error
    })
    await migrate(database)
    const readiness = async (origin: string) => (await fetch(`${origin}/health/ready`)).status
    const { origin, child } = await database.transaction(async (trx) => {
      await sql`lock table users in share update exclusive mode`.execute(trx)
      const running = run({ DATABASE_URL: url, RAPPORT_DEMO: '0', LOG_LEVEL: 'info' })
      const [, listening = ''] =
        /listening at (http[^"]+)/.exec(await readUntil(running.child, /listening at .*"/)) ?? []
      expect(await readiness(listening)).toBe(503)
      return { origin: listening, child: running.child }
    })
    await readUntil(child, /Console +http/)
    expect(await readiness(origin)).toBe(200)
    await database.close()
  })
})

describe('the admin of the settings', () => {
  it('is not created if there is one already, with a notice', async () => {
    const credentials = { RAPPORT_ADMIN_EMAIL: 'me@example.com', RAPPORT_ADMIN_PASSWORD: 'my own password' }
    const firstRun = await start({ ...credentials, RAPPORT_DEMO: '0' })
    firstRun.child.kill('SIGTERM')
    await firstRun.ended
    expect(await firstRun.stderr).toBe('')
    const secondRun = await start({ RAPPORT_ADMIN_PASSWORD: 'another password of mine' })
    expect(await signInStatus(secondRun.origin, 'me@example.com', 'another password of mine')).toBe(401)
    secondRun.child.kill('SIGTERM')
    expect(await secondRun.stderr).toMatch(
      /^RAPPORT_ADMIN_PASSWORD is ignored, since there is already an admin: "rapport-server admin" .*\n$/,
    )
  })
})

describe('a gateway', () => {
  it('serves the console and passes calls on, and makes no data folder', async () => {
    const { origin: upstream } = await start({ RAPPORT_DEMO: '0' })
    const gatewayDir = join(dataDir, 'other')
    const { origin, stdout } = await start({ RAPPORT_UPSTREAM: upstream, RAPPORT_DATA_DIR: gatewayDir })
    expect(stdout).toContain(`API      ${upstream}`)
    expect(await signInStatus(origin, 'unknown@example.com', 'wrong password')).toBe(401)
    expect((await fetch(`${origin}/signin`)).headers.get('Content-Type')).toContain('text/html')
    expect(existsSync(gatewayDir)).toBe(false)
  })
})

describe('a forgotten password', () => {
  it('is mailed to a file without a mail server; the log has its path, not its content', async () => {
    const { child } = run({ RAPPORT_DEMO: '0' })
    const stdout = await readUntil(child, /Console +http\S+/)
    const [, email = ''] = /email +(\S+)/.exec(stdout) ?? []
    const [, origin = ''] = /Console +(\S+)/.exec(stdout) ?? []
    const server = reachable(origin)
    const logged = readUntil(child, /\.eml.*\n/)
    expect((await forgotPassword(server, email)).status).toBe(200)
    const log = await logged
    const [, file = ''] = /"file":"([^"]+)"/.exec(log) ?? []
    expect(file.startsWith(join(dataDir, 'mail'))).toBe(true)
    const [, otp = ''] = /^ {4}(\d{6})\r$/m.exec(readFileSync(file, 'utf8')) ?? []
    expect(log).not.toContain(otp)
    const { body } = await verifyOtp(server, email, otp)
    expect((await resetPassword(server, body.data.reset_token, 'a quite new passphrase')).status).toBe(200)
    expect(await signInStatus(origin, email, 'a quite new passphrase')).toBe(200)
    expect(statSync(join(dataDir, 'secret.key'))).toMatchObject({ mode: 0o100600, size: 32 })
  })
})

describe('the data folder', () => {
  it('is refused to a second process, which names the first', async () => {
    const { child, stdout } = await start({ RAPPORT_DEMO: '0' })
    const secondRun = run()
    expect(await secondRun.ended).toBe(1)
    expect(await secondRun.stderr).toBe(
      `The data folder ${dataDir} is in use by process ${child.pid}. Stop the server first.\n`,
    )
    expect(stdout).toContain(dataDir)
  })

  it('lets only its owner read what is in it', async () => {
    await start({ RAPPORT_DEMO: '0' })
    const modes = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o077])
    expect(modes.length).toBeGreaterThan(3)
    expect(modes.filter(([, mode]) => mode !== 0)).toEqual([])
  })

  it('is free again after a kill -9', async () => {
    const firstRun = await start({ RAPPORT_DEMO: '0' })
    firstRun.child.kill('SIGKILL')
    await firstRun.ended
    const secondRun = await start()
    expect((await fetch(`${secondRun.origin}/health/ready`)).status).toBe(200)
  })
})

it.each([
  ['removed', () => undefined],
  ['replaced', (file: string) => copyFileSync(`${file}.copy`, file)],
])('is not ready once its database file is %s, and the log says why', async (_, putThere) => {
  const { origin, child } = await start({ RAPPORT_DEMO: '0' })
  const file = join(dataDir, 'rapport.db')
  copyFileSync(file, `${file}.copy`)
  rmSync(file)
  putThere(file)
  const logged = readUntil(child, /\n/)
  expect((await fetch(`${origin}/health/ready`)).status).toBe(503)
  expect(JSON.parse(await logged)).toMatchObject({
    level: 50,
    file,
    msg: expect.stringContaining('removed or replaced'),
  })
  expect((await fetch(`${origin}/health/live`)).status).toBe(200)
})

describe('a start that fails', () => {
  it('says in one line that the port is in use, and creates no admin whose password would never be shown', async () => {
    const portOwner = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => portOwner.once('listening', resolve))
    const { output, ended, stderr } = run({ PORT: String(portOf(portOwner)), RAPPORT_DEMO: '0' })
    expect(await output()).toBe('')
    expect(await ended).toBe(1)
    expect(await stderr).toMatch(/^listen EADDRINUSE.*set PORT to another one\.\n$/)
    portOwner.close()
    expect((await start()).stdout).toContain('The first admin signs in with')
  })

  it('says that PostgreSQL has no TLS', async () => {
    const withoutTls = createServer(
      (socket) => void socket.on('error', () => undefined).once('data', () => socket.write('N')),
    )
    withoutTls.listen(0, '127.0.0.1')
    await once(withoutTls, 'listening')
    const address = `127.0.0.1:${portOf(withoutTls)}`
    const { ended, stderr } = run({ DATABASE_URL: `postgres://${address}/rapport?sslmode=verify-full` })
    expect(await ended).toBe(1)
    expect(await stderr).toBe(
      `PostgreSQL at ${address} (DATABASE_URL) cannot be used: The server does not support SSL connections.\n`,
    )
    withoutTls.close()
  })

  it.each<[string, Record<string, string>, string]>([
    ['a setting is wrong', { PORT: 'http' }, 'PORT must be a port number from 0 to 65535.'],
    [
      'PostgreSQL is not reached, without its password',
      { DATABASE_URL: 'postgres://rapport:canary@127.0.0.1:1/rapport' },
      'PostgreSQL at 127.0.0.1:1 (DATABASE_URL) cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
    ],
    ['its host is not known', { HOST: 'name.invalid' }, 'HOST name.invalid is not a name that this machine knows.'],
    ['its host is another machine', { HOST: '192.0.2.1' }, 'HOST 192.0.2.1 is not an address of this machine.'],
    [
      'the data folder is a file',
      { RAPPORT_DATA_DIR: import.meta.filename },
      `RAPPORT_DATA_DIR cannot be used: EEXIST: file already exists, mkdir '${import.meta.filename}'.`,
    ],
  ])('says that %s', async (_, env, expected) => {
    const { ended, stderr } = run({ RAPPORT_DEMO: '0', ...env })
    expect(await ended).toBe(1)
    expect(await stderr).toBe(`${expected}\n`)
  })

  it('names the data folder if it cannot be used', async () => {
    mkdirSync(join(dataDir, 'server.lock'))
    const { ended, stderr } = run()
    expect(await ended).toBe(1)
    expect(await stderr).toBe(`The data folder ${dataDir} cannot be used: unable to open database file.\n`)
  })
})

it('logs stacks with lines of the sources', async () => {
  const { origin, child } = await start({ RAPPORT_DEMO: '0' })
  const { db, close } = await openSqlite(join(dataDir, 'rapport.db'))
  await sql`alter table outbox rename to lost`.execute(db)
  await close()
  const logged = readUntil(child, /no such table.*\n/)
  expect((await forgotPassword(reachable(origin), 'me@example.com')).status).toBe(500)
  expect(await logged).toMatch(/packages\/server\/src\/[\w/-]+\.ts:\d+:\d+/)
})
