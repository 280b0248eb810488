import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts'

const OPENERS = 6

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rapport-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

/** A process that tries to take the folder, says how that went, and keeps it until its standard input ends. */
const OPENER = `
  const { lockDataDir } = await import(${JSON.stringify(join(import.meta.dirname, 'data-dir-lock.ts'))})
  const [dir, startAt] = process.argv.slice(1)
  while (Date.now() < Number(startAt));
  try {
    const lock = lockDataDir(dir)
    console.log('mine', process.pid)
    process.stdin.resume().once('end', () => lock.release())
  } catch (error) {
    console.log(error.name, error.message)
  }`

async function openAll(): Promise<string[]> {
  const startAt = String(Date.now() + 1500)
  const openers = Array.from({ length: OPENERS }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', OPENER, dir, startAt], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  const ended = Promise.all(openers.map((opener) => once(opener, 'exit')))
  const said = await Promise.all(openers.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()))
  for (const { stdin } of openers) stdin.end()
  await ended
  return said
}

/** The lock without the name of who has it. */
function heldByANamelessOne(): Sqlite.Database {
  const lock = new Sqlite(join(dir, 'server.lock'))
  lock.exec('begin exclusive')
  return lock
}

/** The id of a process that has ended. */
function deadPid(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }))
}

it('is taken by one of several that come at once', async () => {
  const said = await openAll()
  const [winner = '', ...more] = said.filter((line) => line.startsWith('mine'))
  expect(more).toEqual([])
  const refused = said.filter((line) => line !== winner)
  expect(refused).toHaveLength(OPENERS - 1)
  for (const line of refused) expect(line).toContain(`DataDirInUse The data folder ${dir} is in use by `)
})

it('is refused within a second, with the process id of its holder', () => {
  const { release } = lockDataDir(dir)
  const started = Date.now()
  expect(() => lockDataDir(dir)).toThrow(DataDirInUse)
  expect(() => lockDataDir(dir)).toThrow(`in use by process ${process.pid}.`)
  expect(Date.now() - started).toBeLessThan(1000)
  release()
})

it('is refused in words where its holder is not known yet', () => {
  using lock = { held: heldByANamelessOne(), [Symbol.dispose]: () => lock.held.close() }
  const started = Date.now()
  expect(() => lockDataDir(dir)).toThrow(`The data folder ${dir} is in use by another process.`)
  expect(Date.now() - started).toBeLessThan(1000)
})

it('is free when the process id that stands there is of a killed process', () => {
  writeFileSync(join(dir, 'server.pid'), `${deadPid()}\n`)
  const { release } = lockDataDir(dir)
  expect(readFileSync(join(dir, 'server.pid'), 'utf8')).toBe(`${process.pid}\n`)
  release()
})

it('leaves no process id behind when it is released', () => {
  lockDataDir(dir).release()
  expect(existsSync(join(dir, 'server.pid'))).toBe(false)
  lockDataDir(dir).release()
})
