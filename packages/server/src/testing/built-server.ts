import { join } from 'node:path'
import { buildWhereStale } from './fresh-build.ts'

const root = join(import.meta.dirname, '../..')
const output = 'dist/main.js'
let isFresh = false

/** The file that `npm start` runs, which starts faster than the sources; built where a source is newer. */
export function builtServer(): string {
  if (!isFresh) buildWhereStale(root, output, ['src', 'tsup.config.ts', '../core/src'])
  isFresh = true
  return join(root, output)
}
