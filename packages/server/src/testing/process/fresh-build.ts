import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Not part of a build. Two tests that build for them at the same time would read each other's unfinished files. */
const TESTS = /[\\/]testing[\\/]|\.(?:test|stress)\.tsx?$/

/** Builds a package with tsup if a source is newer than the output; paths are relative to the package. */
export function buildWhereStale(root: string, output: string, sources: readonly string[]): void {
  const builtAt = statSync(join(root, output), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (!sources.flatMap((source) => filesOf(join(root, source))).some((file) => statSync(file).mtimeMs > builtAt)) return
  execFileSync(process.execPath, [join(root, 'node_modules/tsup/dist/cli-default.js'), '--silent'], { cwd: root })
}

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const filePath = join(path, file)
    return TESTS.test(filePath) ? [] : [filePath]
  })
}
