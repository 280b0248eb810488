import type * as fileSystem from 'node:fs'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { configFolder, runCli } from '../../test/run-cli.ts'

// The superuser may change every mode, and tests may run as one: the system's refusal has to be made up.
const refused = vi.hoisted(() => ({ paths: [] as string[] }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof fileSystem>()
  const refusing = (path: string, mode: number) => {
    if (!refused.paths.includes(path)) return fs.chmodSync(path, mode)
    throw Object.assign(new Error(`EPERM: operation not permitted, chmod '${path}'`), { code: 'EPERM' })
  }
  return { ...fs, chmodSync: refusing }
})

test.each(['', 'config.json'])('a mode of %j that cannot be narrowed is told in plain words', async (name) => {
  const folder = configFolder()
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, 'config.json'), '{}', { mode: 0o600 })
  const path = join(folder, name)
  chmodSync(path, 0o755)
  refused.paths.push(path)
  const { code, stderr } = await runCli(['whoami'], { env: { RAPPORT_CONFIG_DIR: folder } })
  expect(code).toBe(1)
  expect(stderr).toBe(
    `error: ${path} is open to others, and that could not be changed.\n` +
      `       There is no permission for it. Make it yours, or name another folder: RAPPORT_CONFIG_DIR.\n`,
  )
})
