import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backupSqlite } from './backup.ts'
import { openSqlite } from './client.ts'

let folder: string
let source: string
let target: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rapport-backup-'))
  source = join(folder, 'rapport.db')
  target = join(folder, 'backups', 'backup.db')
  mkdirSync(dirname(target))
  const { db, close } = await openSqlite(source)
  await sql`create table kept (id integer)`.execute(db)
  await sql`insert into kept values (17)`.execute(db)
  await close()
})
afterEach(() => rmSync(folder, { recursive: true }))

it('makes a file for its owner alone, and leaves nothing else', async () => {
  expect(await backupSqlite(source, target)).toBe(statSync(target).size)
  expect(statSync(target).mode & 0o777).toBe(0o600)
  expect(readdirSync(dirname(target))).toEqual(['backup.db'])
  const { db, close } = await openSqlite(target)
  expect((await sql`select id from kept`.execute(db)).rows).toEqual([{ id: 17 }])
  await close()
})

it('takes the place of nothing', async () => {
  writeFileSync(target, 'mine')
  await expect(backupSqlite(source, target)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(target, 'utf8')).toBe('mine')
  expect(readdirSync(dirname(target))).toEqual(['backup.db'])
})
