import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError, systemReason } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { replaceFile } from '#cli/lib/replace-file.ts'

/** Beside the catalogue, and kept in git with it. */
const LOCK_FILE = 'images.lock'

const LINE = /^([0-9a-f]{64}) ([0-9a-f]{64})$/

/**
 * Which images servers made of which files: a line of two SHA-256 for each, since a server may draw an upload anew and
 * then never serve the file that was sent. Contents and nothing else, so that it holds for every server.
 */
export interface ImageLock {
  /** The digests of what servers made of the file with this digest, its own among them. */
  madeOf(file: string): ReadonlySet<string>
  /** Keeps what a server made of a file, at once: a run that is killed has lost nothing. */
  learn(file: string, served: string): void
  /** Writes it in its fixed order, whole or not at all. Throws CliError. */
  tidy(): Promise<void>
}

/** Reads the lock of a folder, empty where there is none. Throws CliError. */
export function openImageLock(folder: string): ImageLock {
  const path = join(folder, LOCK_FILE)
  const lines = new Set(readLines(path))
  const made = new Map<string, Set<string>>()
  const add = (file: string, served: string) => {
    made.set(file, (made.get(file) ?? new Set([file])).add(served))
  }
  for (const line of lines) add(line.slice(0, 64), line.slice(65))
  let changed = false
  return {
    madeOf: (file) => made.get(file) ?? new Set([file]),
    learn(file, served) {
      const line = `${file} ${served}`
      if (file === served || lines.has(line)) return
      lines.add(line)
      add(file, served)
      changed = true
      try {
        appendFileSync(path, `${line}\n`)
      } catch {
        // Tidying writes this line too, and tells when it cannot.
      }
    },
    async tidy() {
      if (!changed) return
      const text = [...lines]
        .toSorted()
        .map((line) => `${line}\n`)
        .join('')
      await replaceFile(path, text)
    },
  }
}

/** A line that was cut off by a crash, or that a merge left behind, says nothing. */
function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split(/\r?\n/)
      .filter((line) => LINE.test(line))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new CliError('bad_file', `${path} cannot be read: ${systemReason(error)}`, {
      exitCode: EXIT.failed,
      cause: error,
    })
  }
}
