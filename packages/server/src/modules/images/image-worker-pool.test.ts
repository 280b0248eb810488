import { expect, it, onTestFinished } from 'vitest'
import { login, reachable, withToken } from '#server/testing/call.ts'
import { formOf } from '#server/testing/form.ts'
import { samplePng } from '#server/testing/images/sample-images.ts'
import { builtServer } from '#server/testing/process/built-server.ts'
import { spawnServer, untilListening } from '#server/testing/process/server-process.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

const PRELOADED = new URL('../../../../../scripts/stop-with-parent.mjs', import.meta.url).href
const admin = { email: 'ada@example.org', password: 'correct horse battery staple' }

it('processes an image if a module is preloaded into the server, as npm start does', async () => {
  const env = {
    RAPPORT_DATA_DIR: temporaryFolder(),
    PORT: '0',
    RAPPORT_DEMO: '0',
    RAPPORT_ADMIN_EMAIL: admin.email,
    RAPPORT_ADMIN_PASSWORD: admin.password,
  }
  const running = spawnServer({ env, entry: ['--import', PRELOADED, builtServer] })
  onTestFinished(() => void running.child.kill('SIGKILL'))
  const server = reachable((await untilListening(running)).origin)
  const { token } = (await login(server, admin)).body.data
  const form = formOf({ category_name: 'Trust', category_image: samplePng() })
  const saved = await withToken(server, token)('POST', '/api/admin/category', form)
  expect(saved.body).toMatchObject({ data: { category_name: 'Trust' } })
})
