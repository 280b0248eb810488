import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const folders: string[] = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder of its own, gone when the tests of the file are over. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-cli-'))
  folders.push(folder)
  return folder
}
