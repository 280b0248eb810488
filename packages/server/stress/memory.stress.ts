import { accessSync, constants, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runToEnd } from '#server/testing/process/server-process.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

const BENCH = join(import.meta.dirname, '../bench/memory.bench.mjs')
/** Few enough users to be created in seconds; `npm run bench` uses a million. */
const USERS = '20000'
const LIMIT = ['--limit', '512']

/** Returns true if a cgroup with a limit can be created, which needs root and cgroups of version 1. */
function canLimit(): boolean {
  try {
    const cgroup = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1]
    if (cgroup === undefined) return false
    accessSync(join('/sys/fs/cgroup/memory', cgroup), constants.W_OK)
    return process.getuid?.() === 0
  } catch {
    return false
  }
}

async function measure(...limit: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const options = ['--users', USERS, '--engine', 'SQLite', ...limit]
  return runToEnd({ entry: [BENCH, ...options], env: { TMPDIR: temporaryFolder() } })
}

const isLimited = canLimit()

it.skipIf(process.platform !== 'linux')(
  `takes at most 350 MB${isLimited ? ', and runs in 512 MB' : ' (not limited to 512 MB: no cgroup may be made here)'}`,
  async () => {
    const { code, stdout, stderr } = await measure(...(isLimited ? LIMIT : []))
    process.stdout.write(stdout)
    expect({ code, failed: stdout.match(/^FAIL.*/gm), stderr }).toEqual({ code: 0, failed: null, stderr: '' })
    expect(stdout.match(/^PASS/gm)).toHaveLength(7)
  },
)
