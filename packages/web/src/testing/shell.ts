import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'

const CLI = path.resolve(import.meta.dirname, '../../../cli')

/** A shell in its own folder, with the built tool in PATH. */
export function toolShell() {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'rapport-web-'))
    symlinkSync(path.join(CLI, 'bin/rapport.cjs'), path.join(folder, 'rapport'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs a line and returns its output; rejects on failure. */
  const run = async (line: string, api: { url: string; token: string }) => {
    const env = {
      PATH: [folder, path.dirname(process.execPath), process.env['PATH']].join(':'),
      RAPPORT_CONFIG_DIR: path.join(folder, 'config'),
      RAPPORT_API_URL: api.url,
      RAPPORT_TOKEN: api.token,
    }
    return (await promisify(execFile)('/bin/sh', ['-c', line], { cwd: folder, env })).stdout
  }
  return { run, folder: () => folder }
}
