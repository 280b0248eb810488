import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'

const CANARY = 'canary-of-a-secret'
const SECRET = `${CANARY}-with-more-than-32-bytes`

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rapport-secrets-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const mail = { MAIL_FROM: 'rapport@example.com' }

/** A secret in every setting that can hold one, each in a start that fails for another reason. */
it.each<[string, Record<string, string>]>([
  ['a secret that is too short', { RAPPORT_SECRET: CANARY }],
  ['a password that is too short', { RAPPORT_ADMIN_PASSWORD: CANARY.slice(0, 6) }],
  ['a password that is too long', { RAPPORT_ADMIN_PASSWORD: CANARY.repeat(100) }],
  ['no mail server', { SMTP_URL: `http://rapport:${CANARY}@mail.example`, ...mail }],
  ['an unreadable mail server', { SMTP_URL: `smtp://rapport:${CANARY}@[::1`, ...mail }],
  ['a mail server without a sender', { SMTP_URL: `smtp://rapport:${CANARY}@mail.example` }],
  ['no database', { DATABASE_URL: `mysql://rapport:${CANARY}@127.0.0.1/rapport` }],
  ['a password with a raw sign', { DATABASE_URL: `postgres://rapport:1#${CANARY}@127.0.0.1/rapport` }],
  ['an unreadable database', { DATABASE_URL: `postgres://rapport:${CANARY}@[::1/rapport` }],
  ['a database that is away', { DATABASE_URL: `postgres://rapport:${CANARY}@127.0.0.1:1/rapport` }],
  [
    'a database with odd options',
    { DATABASE_URL: `postgres://rapport:${CANARY}@127.0.0.1:1/rapport?sslmode=verify-full` },
  ],
  ['a port that is none', { PORT: 'http' }],
])('a start that fails tells no secret: %s', async (_, env) => {
  const all = {
    RAPPORT_SECRET: SECRET,
    RAPPORT_ADMIN_PASSWORD: SECRET,
    RAPPORT_DATA_DIR: dataDir,
    PORT: '99999',
    ...env,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    // Where the setting itself is not what is wrong, the start gets as far as it can.
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'trace', ...all, ...('DATABASE_URL' in env && { PORT: '0' }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [said, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  expect(code).toBe(1)
  expect(complaint).toMatch(/\S/)
  expect(said + complaint).not.toContain(CANARY.slice(0, 6))
})
