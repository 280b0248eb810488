import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formOf, samplePng, sampleSvg } from './testing/images/sample-images.ts'
import { readUntil, runToEnd, spawnServer, untilListening } from './testing/process/server-process.ts'

const admin = { email: 'me@example.com', password: 'my own password' }
const ADMIN = { RAPPORT_ADMIN_EMAIL: admin.email, RAPPORT_ADMIN_PASSWORD: admin.password }

let dataDir: string
const started: ChildProcess[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rapport-data-'))
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function start() {
  const running = spawnServer({ env: { RAPPORT_DATA_DIR: dataDir, PORT: '0', ...ADMIN } })
  started.push(running.child)
  const server = await untilListening(running)
  const signedIn = await call('POST', '/api/admin/login', JSON.stringify(admin), {
    'Content-Type': 'application/json',
  })
  const { data }: { data: { token: string } } = JSON.parse(signedIn.text)
  const Authorization = `Bearer ${data.token}`
  return {
    ...server,
    call: (method: string, path: string, body?: FormData) => call(method, path, body, { Authorization }),
  }

  async function call(
    method: string,
    path: string,
    body: string | FormData | undefined,
    headers: Record<string, string>,
  ) {
    const response = await fetch(server.origin + path, { method, headers, ...(body !== undefined && { body }) })
    return { status: response.status, text: await response.text() }
  }
}

it('is a server as the sources are: demo data, redrawn pictures, a clean end, and commands beside it', async () => {
  const { call, child, ended } = await start()
  expect((await call('GET', '/api/admin/users')).text).toContain('"email"')
  for (const category_image of [samplePng(1), sampleSvg(2)]) {
    const form = formOf({ category_name: `A ${category_image.type}`, category_image })
    expect(await call('POST', '/api/admin/category', form)).toMatchObject({ status: 200 })
  }
  const { said } = await runToEnd({ words: ['admin', 'list'], env: { RAPPORT_DATA_DIR: dataDir } })
  expect(said).toContain(admin.email)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

it('names the lines of the sources where the log has a stack', async () => {
  const { call, child } = await start()
  const sqlite = new Sqlite(join(dataDir, 'rapport.db'))
  sqlite.exec('alter table products rename to lost')
  sqlite.close()
  const logged = readUntil(child, /no such table.*\n/)
  expect((await call('GET', '/api/admin/subscription-products')).status).toBe(500)
  expect(await logged).toMatch(/packages\/server\/src\/modules\/products\/products\.\w+\.ts:\d+:\d+/)
})
