import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { buildWhereStale } from '@rapport/server/fresh-build'
import { configFolder } from './run-cli.ts'

const root = join(import.meta.dirname, '..')
/** The entry of the built tool. */
export const binary = join(root, 'bin/rapport.cjs')

/** Builds the binary where a source is newer than it; `npm test` has built before it comes here. */
export function buildBinary(): void {
  buildWhereStale(root, 'dist/help.cjs', ['src', 'tsup.config.ts', 'package.json', '../core/src'])
}

/** Starts the built binary with nothing of this process's environment but the path. */
export function startBinary(argv: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [binary, ...argv], {
    env: { PATH: process.env['PATH'], RAPPORT_CONFIG_DIR: configFolder(), ...env },
  })
  const ended = Promise.all([readAll(child.stdout), readAll(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [code]]) => ({ stdout, stderr, code: Number(code) }),
  )
  return { child, ended }
}
