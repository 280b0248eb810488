import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError, systemReason } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { replaceFile } from '#cli/lib/replace-file.ts'
import { digestOf } from './image-file.ts'

/** Beside the catalogue, and kept in git with it. */
const LOCK_FILE = 'export.lock'

// What a merge left behind is no such line.
const LINES = /^([0-9a-f]{64}) {2}(\S[^\r\n]*)/gm

/**
 * What export has written to a folder, as lines of SHA-256 and path: a file that is still the same holds nobody's work and
 * is replaced without a question.
 */
export interface ExportLock {
  /** Whether the file, by its path in the folder with `/`, is as export left it. */
  isOwn(path: string, content: Uint8Array): boolean
  wrote(path: string, content: Uint8Array): void
  /** The files that it knows, by their paths. */
  paths(): string[]
  forget(path: string): void
  /** Writes it in its fixed order, whole or not at all. Throws CliError. */
  save(): Promise<void>
}

/** Reads the lock of a folder, empty where there is none. Throws CliError. */
export function openExportLock(folder: string): ExportLock {
  const file = join(folder, LOCK_FILE)
  const before = textOf(file)
  const digests = new Map([...before.matchAll(LINES)].map(([, digest = '', path = '']) => [path, digest]))
  return {
    isOwn: (path, content) => digests.get(path) === digestOf(content),
    wrote: (path, content) => void digests.set(path, digestOf(content)),
    paths: () => [...digests.keys()],
    forget: (path) => void digests.delete(path),
    async save() {
      const text = [...digests]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([path, digest]) => `${digest}  ${path}\n`)
        .join('')
      if (text !== before) await replaceFile(file, text)
    },
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return ''
    throw new CliError('bad_file', `${file} cannot be read: ${systemReason(cause)}`, { exitCode: EXIT.failed, cause })
  }
}
