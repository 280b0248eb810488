import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqlite } from '#server/db/client.ts'
import { reachable } from '#server/testing/call.ts'
import { openSocket } from '#server/testing/network/raw-socket.ts'
import { forgotPassword } from '#server/testing/password-reset.ts'
import { spawnServer, untilListening } from '#server/testing/process/server-process.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

it('ends within ten seconds, whatever the mail server and a client do', async () => {
  // Greets and then says nothing, so that the client waits its full time.
  const silent = createServer((socket) => void socket.on('error', () => undefined).write('220 wait\r\n'))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'rapport@example.com' }
  const dataDir = temporaryFolder()
  const env = {
    RAPPORT_DATA_DIR: dataDir,
    PORT: '0',
    RAPPORT_DEMO: '0',
    RAPPORT_ADMIN_EMAIL: 'me@example.com',
    ...mail,
  }
  const { child, origin, ended } = await untilListening(spawnServer({ env }))
  const mailConnection = once(silent, 'connection')
  await forgotPassword(reachable(origin), 'me@example.com')
  await mailConnection
  using unfinished = await openSocket(origin)
  const head = 'POST /api/admin/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  unfinished.socket.write(`${head}Content-Length: 9\r\n\r\n{`)
  await fetch(`${origin}/health/live`)
  const began = performance.now()
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(performance.now() - began).toBeLessThan(10_000)
  silent.close()
  const { db, close } = await openSqlite(join(dataDir, 'rapport.db'))
  expect(await db.selectFrom('outbox').select(['kind', 'attempts']).execute()).toEqual([
    { kind: 'reset_code', attempts: 1 },
  ])
  await close()
})
