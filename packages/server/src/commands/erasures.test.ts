import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { openSqlite } from '#server/db/client.ts'
import { insertUser } from '#server/security/account.repo.ts'
import { type Call, login, reachable, withToken } from '#server/testing/call.ts'
import { type Listening, runToEnd, spawnServer, untilListening } from '#server/testing/process/server-process.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

const ADMIN = { email: 'first@example.com', password: 'the first passphrase' }
const EVA = { first_name: 'Zebulonia', last_name: 'Quartermain', email: 'Zebulonia@quartz.example' }

const servers: Listening[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await stop(server, 'SIGKILL')
})

async function stop({ child, ended }: Listening, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  child.kill(signal)
  await ended
}

function machine(folder: string) {
  const data = join(folder, 'data')
  const env = {
    RAPPORT_DATA_DIR: data,
    PORT: '0',
    RAPPORT_DEMO: '0',
    RAPPORT_ADMIN_EMAIL: ADMIN.email,
    RAPPORT_ADMIN_PASSWORD: ADMIN.password,
    RAPPORT_AUDIT_LOG: '1',
  }
  return {
    data,
    ledger: join(data, 'erasures.jsonl'),
    run: (line: string) => runToEnd({ words: line.split(' '), env }),
    async start(...words: string[]) {
      const server = await untilListening(spawnServer({ env, words }))
      servers.push(server)
      return server
    },
  }
}

async function signIn({ origin }: Listening): Promise<Call> {
  const { body } = await login(reachable(origin), ADMIN)
  return withToken(reachable(origin), body.data.token)
}

/** Starts a machine with a user, backs it up and erases the user. */
async function eraseAfterBackup() {
  const folder = temporaryFolder()
  const here = machine(folder)
  const server = await here.start()
  const database = await openSqlite(join(here.data, 'rapport.db'))
  const id = await insertUser(database.db, { ...EVA, created_at: new Date() })
  await database.close()
  const call = await signIn(server)
  const reason = `Wrote to ${EVA.first_name}`
  await call('POST', '/api/admin/users/status', { action: 'suspend', ids: [id], reason })
  const backup = join(folder, 'backup.db')
  expect((await here.run(`backup ${backup}`)).code).toBe(0)
  expect((await call('DELETE', `/api/admin/users/${id}?erase=true`)).status).toBe(200)
  await stop(server)
  return { folder, here, id, backup }
}

const filesWithEva = (folder: string) =>
  readdirSync(folder).filter((name) => /zebulonia|quartermain/i.test(readFileSync(join(folder, name), 'latin1')))

/** The step of docs/operating.md. */
function vacuum(data: string): void {
  const database = new Sqlite(join(data, 'rapport.db'))
  database.exec("insert into user_trigrams (user_trigrams) values ('optimize'); vacuum")
  database.pragma('wal_checkpoint(truncate)')
  database.close()
}

it('a restored backup, or a file put in its place, loses again whom the ledger names, down to the last byte', async () => {
  const { here, backup, id } = await eraseAfterBackup()
  const restored = await here.run(`restore ${backup}`)
  expect(restored).toMatchObject({ code: 0, stderr: expect.stringContaining('1 erased again') })
  vacuum(here.data)
  expect(filesWithEva(here.data)).toEqual([])

  for (const suffix of ['', '-wal', '-shm']) rmSync(join(here.data, `rapport.db${suffix}`), { force: true })
  copyFileSync(backup, join(here.data, 'rapport.db'))
  expect(filesWithEva(here.data)).toEqual(['rapport.db'])
  const server = await here.start()
  const call = await signIn(server)
  expect((await call('GET', `/api/admin/users/${id}/file`)).status).toBe(404)
  await stop(server)
  expect(server.stdout).toContain('1 erased again')
  const event = { event: 'user.erased', actor: 'server', actor_id: null, target_type: 'user', target_id: id }
  const logged = server.stdout.split('\n').find((line) => line.includes('user.erased')) ?? '{}'
  expect(JSON.parse(logged)).toMatchObject({ ...event, ip: null, request_id: null, fields: [], msg: 'audit' })
  vacuum(here.data)
  expect(filesWithEva(here.data)).toEqual([])
}, 60_000)

it('does not start with a ledger that is a line short, until it is told to', async () => {
  const { here } = await eraseAfterBackup()
  const lines = readFileSync(here.ledger, 'utf8').trim().split('\n')
  writeFileSync(here.ledger, `${lines.slice(0, -2).join('\n')}\n`)
  for (const words of ['start', 'erasures export /tmp/never.jsonl'])
    expect(await here.run(words)).toMatchObject({ code: 1, stderr: expect.stringContaining('--accept-short-ledger') })
  await stop(await here.start('start', '--accept-short-ledger'))
  await stop(await here.start())
}, 60_000)

it('moves to another machine, which erases again whom its backup brought', async () => {
  const { folder, here, backup } = await eraseAfterBackup()
  const copy = join(folder, 'copy.jsonl')
  expect(await here.run(`erasures export ${copy}`)).toMatchObject({ code: 0, stderr: `${copy}: 1 erasures.\n` })
  expect((await here.run(`erasures export ${copy}`)).stderr).toContain('already exists')
  const there = machine(join(folder, 'there'))
  mkdirSync(there.data, { recursive: true })
  copyFileSync(join(here.data, 'secret.key'), join(there.data, 'secret.key'))
  expect((await there.run(`restore ${backup}`)).code).toBe(0)
  expect(filesWithEva(there.data)).toEqual(['rapport.db'])
  for (let time = 0; time < 2; time += 1)
    expect(await there.run(`erasures import ${copy}`)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(time === 0 ? /1 erased again/ : /^The ledger has the 1 erasures of/),
    })
  vacuum(there.data)
  expect(filesWithEva(there.data)).toEqual([])
  writeFileSync(copy, `${readFileSync(copy, 'utf8')}{}\n`)
  expect(await there.run(`erasures import ${copy}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('damaged'),
  })
}, 60_000)
