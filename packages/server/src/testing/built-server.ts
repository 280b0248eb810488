import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const main = join(root, 'dist/main.js')
let isFresh = false

/** The file that `npm start` runs, which starts faster than the sources; built where a source is newer. */
export function builtServer(): string {
  if (!isFresh && isStale())
    execFileSync(process.execPath, [join(root, 'node_modules/tsup/dist/cli-default.js'), '--silent'], { cwd: root })
  isFresh = true
  return main
}

function isStale(): boolean {
  const built = statSync(main, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const files = ['src', '../core/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
  )
  return [join(root, 'tsup.config.ts'), ...files].some((file) => statSync(file).mtimeMs > built)
}
