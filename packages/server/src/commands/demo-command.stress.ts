import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqlite } from '#server/db/client.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
import { runToEnd } from '#server/testing/process/server-process.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

const demo = async (words: string[], env: Record<string, string> = {}) =>
  runToEnd({ entry: [join(import.meta.dirname, '../demo-main.ts')], words, env })

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
  const [folder, otherFolder] = [temporaryFolder(), temporaryFolder()]
  const ended = await demo(['--users', '1,234', '--data-dir', folder])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.stdout).toContain('1,234 sample users')
  expect(ended.stdout).toContain(`RAPPORT_DATA_DIR=${folder} npm start`)
  await demo(['--users', '1234'], { RAPPORT_DATA_DIR: otherFolder })
  const users = await usersIn(folder)
  expect(users).toHaveLength(1234)
  expect(users.every(({ age }) => age === null || age >= 18)).toBe(true)
  expect(users.every(({ password_hash }) => password_hash === null)).toBe(true)
  expect(await usersIn(otherFolder)).toEqual(users)
})

it('leaves a database with users alone, unless it is told to add to them', async () => {
  const folder = temporaryFolder()
  await demo(['--users', '50', '--data-dir', folder])
  const refused = await demo(['--users', '50', '--data-dir', folder])
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('There are already 50 users'),
  })
  expect(await usersIn(folder)).toHaveLength(50)
  expect(await demo(['--users', '50', '--data-dir', folder, '--add'])).toMatchObject({ code: 0 })
  const users = await usersIn(folder)
  expect(new Set(users.map(({ email }) => email)).size).toBe(100)
})

it.each([
  [['--users', '0'], 'Give a number from 1 to 10000000.'],
  [['--usres', '5'], "unknown option '--usres'"],
  [['--data-dir', ''], 'Name a folder.'],
])('says what is wrong with %j', async (args, message) => {
  const ended = await demo(args)
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain(message)
  expect(ended.stderr).not.toContain('    at ')
})

onPostgres(({ createDatabase }) => {
  it('fills PostgreSQL, and refuses to fill it again', async () => {
    const env = { DATABASE_URL: await createDatabase() }
    expect(await demo(['--users', '2500'], env)).toMatchObject({ code: 0, stderr: '' })
    expect(await demo(['--users', '2500'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There are already 2,500 users'),
    })
  })
})
