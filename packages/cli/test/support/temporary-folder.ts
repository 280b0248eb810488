import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

/** Called after each test file by a set-up file: files that share a worker evaluate this module only once. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

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
