import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { samplePng } from '#server/testing/images/sample-images.ts'
import { builtServer } from '#server/testing/process/built-server.ts'
import { spawnServer, untilListening } from '#server/testing/process/server-process.ts'

const PRELOADED = new URL('../../../../../scripts/stop-with-parent.mjs', import.meta.url).href
const admin = { email: 'ada@example.org', password: 'correct horse battery staple' }

it('draws an image where something is preloaded into the server, as npm start does', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rapport-data-'))
  const env = {
    RAPPORT_DATA_DIR: dataDir,
    PORT: '0',
    RAPPORT_DEMO: '0',
    RAPPORT_ADMIN_EMAIL: admin.email,
    RAPPORT_ADMIN_PASSWORD: admin.password,
  }
  const running = spawnServer({ env, entry: ['--import', PRELOADED, builtServer()] })
  try {
    const { origin } = await untilListening(running)
    const headers = { 'Content-Type': 'application/json' }
    const login = await fetch(`${origin}/api/admin/login`, { method: 'POST', headers, body: JSON.stringify(admin) })
    const { data } = JSON.parse(await login.text())
    const body = new FormData()
    body.append('category_name', 'Trust')
    body.append('category_image', samplePng(), 'trust.png')
    const answer = await fetch(`${origin}/api/admin/category`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${data.token}` },
      body,
    })
    expect(await answer.json()).toMatchObject({ data: { category_name: 'Trust' } })
  } finally {
    running.child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})
