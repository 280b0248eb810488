import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

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
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], RAPPORT_DATA_DIR: dataDir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended, complaint: text(child.stderr) }
}

/** Starts a server and reads what it says until it listens. */
async function start(env?: Record<string, string>) {
  const server = run(env)
  let said = ''
  for await (const part of server.child.stdout) {
    said += String(part)
    const origin = /Console +(http\S+)/.exec(said)?.[1]
    if (origin !== undefined) return { ...server, said, origin }
  }
  throw new Error(`The server did not start: ${said}${await server.complaint}`)
}

/** Reads what a server says from now on until it says this. */
function readUntil({ stdout }: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const take = (part: Buffer) => {
      said += String(part)
      if (!wanted.test(said)) return
      stdout?.off('data', take)
      resolve(said)
    }
    stdout?.on('data', take).once('end', () => reject(new Error(`The server said only: ${said}`)))
  })
}

async function login(origin: string, email: string, password: string): Promise<number> {
  const response = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return response.status
}

describe('the first start', () => {
  it('prints an admin who can sign in, once, and stops cleanly on SIGINT and SIGTERM', async () => {
    const first = await start()
    const email = /e-mail +(\S+)/.exec(first.said)?.[1] ?? ''
    const password = /password +(\S+)/.exec(first.said)?.[1] ?? ''
    expect(await login(first.origin, email, password)).toBe(200)
    expect((await fetch(`${first.origin}/health/ready`)).status).toBe(200)
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)

    const second = await start()
    expect(second.said).not.toContain(password)
    expect(second.said.trim().split('\n')).toHaveLength(2)
    expect(await login(second.origin, email, password)).toBe(200)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  it('takes the admin from the environment, and starts empty with RAPPORT_DEMO=0', async () => {
    const credentials = { RAPPORT_ADMIN_EMAIL: 'me@example.com', RAPPORT_ADMIN_PASSWORD: 'my own password' }
    const { said, origin } = await start({ ...credentials, RAPPORT_DEMO: '0' })
    expect(said).not.toContain('my own password')
    expect(await login(origin, 'me@example.com', 'my own password')).toBe(200)
  })
})

describe('a forgotten password', () => {
  it('is mailed to a file where there is no mail server; the log says which, and not what is in it', async () => {
    const { child } = run({ RAPPORT_DEMO: '0' })
    const said = await readUntil(child, /Console +http\S+/)
    const [, email = ''] = /e-mail +(\S+)/.exec(said) ?? []
    const [, origin = ''] = /Console +(\S+)/.exec(said) ?? []
    const post = async (path: string, body: object, token = '') => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
      const response = await fetch(`${origin}/api/admin/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return (await response.json()) as { code: number; data: { reset_token: string } }
    }
    const logged = readUntil(child, /\.eml.*\n/)
    expect(await post('forgot-password', { email })).toMatchObject({ code: 200 })
    const log = await logged
    const [, file = ''] = /"file":"([^"]+)"/.exec(log) ?? []
    expect(file.startsWith(join(dataDir, 'mail'))).toBe(true)
    const [, otp = ''] = /^ {4}(\d{6})\r$/m.exec(readFileSync(file, 'utf8')) ?? []
    expect(log).not.toContain(otp)
    const { data } = await post('verify-otp', { email, otp })
    expect(await post('reset-password', { newPassword: 'a quite new passphrase' }, data.reset_token)).toMatchObject({
      code: 200,
    })
    expect(await login(origin, email, 'a quite new passphrase')).toBe(200)
    expect(statSync(join(dataDir, 'secret.key'))).toMatchObject({ mode: 0o100600, size: 32 })
  })
})

describe('the data folder', () => {
  it('is refused to a second process, which names the first', async () => {
    const { child, said } = await start({ RAPPORT_DEMO: '0' })
    const second = run()
    expect(await second.ended).toBe(1)
    expect(await second.complaint).toBe(`The data folder ${dataDir} is in use by process ${child.pid}.\n`)
    expect(said).toContain(dataDir)
  })

  it('is free again after a kill -9', async () => {
    const first = await start({ RAPPORT_DEMO: '0' })
    first.child.kill('SIGKILL')
    await first.ended
    const second = await start()
    expect((await fetch(`${second.origin}/health/ready`)).status).toBe(200)
  })
})

describe('a start that cannot be', () => {
  it('says in one line that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { ended, complaint } = run({ PORT: String(port), RAPPORT_DEMO: '0' })
    expect(await ended).toBe(1)
    expect(await complaint).toMatch(/^listen EADDRINUSE.*PORT names another one\.\n$/)
    other.close()
  })

  it('says which setting is wrong', async () => {
    const { ended, complaint } = run({ PORT: 'http' })
    expect(await ended).toBe(1)
    expect(await complaint).toBe('PORT must be a port number from 0 to 65535.\n')
  })

  it('says in one line that production on PostgreSQL needs a secret', async () => {
    const { ended, complaint } = run({ NODE_ENV: 'production', DATABASE_URL: 'postgres://127.0.0.1:1/rapport' })
    expect(await ended).toBe(1)
    expect(await complaint).toMatch(/^RAPPORT_SECRET must have at least 32 bytes.*\n$/)
  })

  it('says that PostgreSQL is not reached', async () => {
    const { ended, complaint } = run({ DATABASE_URL: 'postgres://127.0.0.1:1/rapport' })
    expect(await ended).toBe(1)
    expect(await complaint).toMatch(/^Rapport cannot start: .*ECONNREFUSED.*\n$/)
  })

  it('says that the address of PostgreSQL cannot be read', async () => {
    const { ended, complaint } = run({ DATABASE_URL: 'postgres://[::1/rapport' })
    expect(await ended).toBe(1)
    expect(await complaint).toBe('DATABASE_URL is not an address that can be read.\n')
  })

  it('names the data folder that it cannot use', async () => {
    mkdirSync(join(dataDir, 'server.lock'))
    const { ended, complaint } = run()
    expect(await ended).toBe(1)
    expect(await complaint).toBe(`The data folder ${dataDir} cannot be used: unable to open database file.\n`)
  })
})
