import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../test/temp-folder.ts'
import { underLock } from './file-lock.ts'

/** Reads as the lock of a process that is gone; when that has been read, another process has it, and a fresh one. */
const OVERTAKE = `
exec 3>"$1"
printf '%s' "$2 999999999 gone" >&3
printf '%s' 'elsewhere 1 fresh' >"$1.fresh"
mv "$1.fresh" "$1"
exec 3>&-
`

test.skipIf(process.platform === 'win32')(
  'who breaks a lock that was left behind, and finds the fresh one of another in its hands, waits for that one',
  async () => {
    const folder = tempFolder()
    const lock = join(folder, 'lock')
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', lock])
    spawn('sh', ['-c', OVERTAKE, 'sh', lock, hostname()], { stdio: 'inherit' })
    let isReleased = false
    const waiting = underLock(lock, () => isReleased)
    expect(readdirSync(folder)).toEqual(['lock'])
    isReleased = true
    rmSync(lock)
    expect(await waiting).toBe(true)
    expect(readdirSync(folder)).toEqual([])
  },
)
