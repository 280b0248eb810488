import type fs from 'node:fs'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { backupSqlite } from './backup.ts'
import { openSqlite } from './client.ts'

const disk = vi.hoisted(() => ({ refusal: 'EPERM' }))

/** A disk that knows no second names, as exFAT: none can be counted on to be there for a test. */
vi.mock('node:fs', async (importOriginal) => ({
  ...(await importOriginal<typeof fs>()),
  linkSync: () => {
    throw Object.assign(new Error(`${disk.refusal}: link`), { code: disk.refusal })
  },
}))

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

it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP'])('makes a backup on a disk without hard links (%s)', async (refusal) => {
  disk.refusal = refusal
  expect(await backupSqlite(source, target)).toBe(statSync(target).size)
  expect(statSync(target).mode & 0o777).toBe(0o600)
  expect(readdirSync(dirname(target))).toEqual(['backup.db'])
  const { db, close } = await openSqlite(target)
  expect((await sql`select id from kept`.execute(db)).rows).toEqual([{ id: 17 }])
  await close()
})

it('takes the place of nothing on such a disk either', async () => {
  disk.refusal = 'EPERM'
  writeFileSync(target, 'mine')
  await expect(backupSqlite(source, target)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(target, 'utf8')).toBe('mine')
  expect(readdirSync(dirname(target))).toEqual(['backup.db'])
})

it('leaves nothing where the disk fails in another way', async () => {
  disk.refusal = 'EIO'
  await expect(backupSqlite(source, target)).rejects.toMatchObject({ code: 'EIO' })
  expect(readdirSync(dirname(target))).toEqual([])
})
