import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgres, openSqlite } from '#server/db/client.ts'
import { lockDataDir } from '#server/db/data-dir-lock.ts'
import { migrate } from '#server/db/migrate.ts'
import { hurried, whileLocked } from '#server/testing/database/held-lock.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'

interface Ended {
  code: number | string | null
  stdout: string
  stderr: string
}

function demo(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const argv = [join(import.meta.dirname, '../demo-main.ts'), ...args]
    execFile(process.execPath, argv, { env: { PATH: process.env['PATH'], ...env } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function usersIn(folder: string) {
  const { db, close } = await openSqlite(join(folder, 'rapport.db'))
  const users = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'age', 'password_hash'])
    .orderBy('id')
    .execute()
  await close()
  return users
}

it('fills an empty folder with the same adults at every run, and says how to start on it', async () => {
  const [folder, other] = [aFolder(), aFolder()]
  const ended = await demo(['--users', '1,234', '--data-dir', folder])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.stdout).toContain('1,234 made-up users')
  expect(ended.stdout).toContain(`RAPPORT_DATA_DIR=${folder} npm start`)
  await demo(['--users', '1234'], { RAPPORT_DATA_DIR: other })
  const users = await usersIn(folder)
  expect(users).toHaveLength(1234)
  expect(users.every(({ age }) => age === null || age >= 18)).toBe(true)
  expect(users.every(({ password_hash }) => password_hash === null)).toBe(true)
  expect(await usersIn(other)).toEqual(users)
})

it('lets only its owner read what it makes', async () => {
  const folder = aFolder()
  await demo(['--users', '1', '--data-dir', folder])
  expect(statSync(join(folder, 'rapport.db')).mode & 0o777).toBe(0o600)
})

it('leaves a database with users alone, unless it is told to add to them', async () => {
  const folder = aFolder()
  await demo(['--users', '50', '--data-dir', folder])
  const refused = await demo(['--users', '50', '--data-dir', folder])
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('There are 50 users already') })
  expect(await usersIn(folder)).toHaveLength(50)
  expect(await demo(['--users', '50', '--data-dir', folder, '--add'])).toMatchObject({ code: 0 })
  const users = await usersIn(folder)
  expect(new Set(users.map(({ email }) => email)).size).toBe(100)
})

it.each([
  [['--users', '0'], '--users must be a number from 1 to 10000000, not "0".'],
  [['--usres', '5'], "Unknown option '--usres'"],
  [['--data-dir', ''], '--data-dir must not be empty.'],
])('says what is wrong with %j', async (args, message) => {
  const ended = await demo(args)
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain(message)
  expect(ended.stderr).not.toContain('    at ')
})

it('says in one line which place cannot be used', async () => {
  const file = join(aFolder(), 'file')
  writeFileSync(file, '')
  expect((await demo(['--data-dir', file])).stderr).toMatch(/^RAPPORT_DATA_DIR cannot be used: EEXIST[^\n]*\n$/)
  const unreached = await demo([], { DATABASE_URL: 'postgres://127.0.0.1:1/rapport' })
  expect(unreached).toMatchObject({ code: 1, stdout: '' })
  expect(unreached.stderr).toMatch(/^PostgreSQL at 127[^\n]*ECONNREFUSED[^\n]*\n$/)
})

it('does not take a folder that a server is using, nor a folder where PostgreSQL is named', async () => {
  const folder = aFolder()
  const { release } = lockDataDir(folder)
  const inUse = await demo(['--data-dir', folder])
  release()
  expect(inUse).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by process') })
  const both = await demo(['--data-dir', folder], { DATABASE_URL: 'postgres://localhost/x' })
  expect(both).toMatchObject({ code: 1, stderr: expect.stringContaining('DATABASE_URL is set') })
})

onPostgres((_, createDatabase) => {
  it('puts the users in order on PostgreSQL however long that takes', async () => {
    const url = await createDatabase()
    const database = await openPostgres(url, rethrow)
    await migrate(database)
    const inWay = { table: 'users', mode: 'share update exclusive' } as const
    const filling = () => demo(['--users', '50'], { DATABASE_URL: hurried(url) })
    expect(await whileLocked(database, inWay, 1, filling)).toMatchObject({ code: 0, stderr: '' })
    await database.close()
  })

  it('fills PostgreSQL, and refuses it the second time', async () => {
    const env = { DATABASE_URL: await createDatabase() }
    expect(await demo(['--users', '2500'], env)).toMatchObject({ code: 0, stderr: '' })
    expect(await demo(['--users', '2500'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There are 2,500 users already'),
    })
  })
})

function rethrow(error: Error): never {
  throw error
}
