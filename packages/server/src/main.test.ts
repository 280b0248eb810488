import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
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
