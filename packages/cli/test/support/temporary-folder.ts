import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const folders: string[] = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Creates a folder that is deleted after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-cli-'))
  folders.push(folder)
  return folder
}

/** Writes a file of this name to a new folder and returns its path. */
export function fileWith(name: string, content: string | Buffer): string {
  const file = join(temporaryFolder(), name)
  writeFileSync(file, content)
  return file
}
