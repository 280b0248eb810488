import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { causeCode } from '@rapport/core/api/api-error.ts'

/** Storage that can be filled. Where nothing can be mounted, the files of `pid`, the writing process, are limited. */
export interface SmallDisk extends Disposable {
  dir: string
  fill: (pid: number) => void
  free: (pid: number) => void
}

const MIB = 1024 * 1024
const newFolder = () => mkdtempSync(join(tmpdir(), 'rapport-disk-'))

/** Returns true if a file system can be mounted: that needs root, and not every container allows it. */
export function canMount(): boolean {
  if (process.getuid?.() !== 0) return false
  const dir = newFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir])
  if (status === 0) execFileSync('umount', [dir])
  rmdirSync(dir)
  return status === 0
}

/** Mounts a small file system; writing to it when full fails with ENOSPC. */
export function mountedDisk(mib: number): SmallDisk {
  const mount = newFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=755`, 'tmpfs', mount])
  const filler = join(mount, 'filler')
  const dir = join(mount, 'data')
  mkdirSync(dir)
  return {
    dir,
    fill() {
      const file = openSync(filler, 'w')
      const bytes = Buffer.alloc(4096)
      try {
        for (;;) writeSync(file, bytes)
      } catch (error) {
        if (causeCode(error) !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler),
    [Symbol.dispose]() {
      execFileSync('umount', ['--lazy', mount])
      rmdirSync(mount)
    },
  }
}

/** Creates a folder whose files cannot grow once it is filled: writing fails with EFBIG. */
export function limitedFolder(): SmallDisk {
  const dir = newFolder()
  const limit = (pid: number, bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
  return {
    dir,
    fill: (pid) => limit(pid, Math.max(MIB, ...readdirSync(dir).map((name) => statSync(join(dir, name)).size))),
    free: (pid) => limit(pid, 'unlimited'),
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  }
}
