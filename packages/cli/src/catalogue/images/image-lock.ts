import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServedImages } from '@rapport/core/catalogue/plan/compare-images.ts'
import { CliError, systemReason } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { replaceFile } from '#cli/io/replace-file.ts'

/** Beside the catalogue, and kept in git with it. */
const LOCK_FILE = 'images.lock'
/** The file in which 0.1.0 recorded what export had written. */
const OLD_EXPORT_LOCK = 'export.lock'

// What a merge left behind matches neither.
const MADE = /^([0-9a-f]{64}) ([0-9a-f]{64})$/gm
const EXPORTED = /^([0-9a-f]{64}) {2}(\S.*)$/gm

/**
 * Which images servers made of which files, since a server may redraw an upload and never serve the file that was sent:
 * a line of two SHA-256 each. And what export has written to this folder: a line of SHA-256 and path each.
 */
export interface ImageLock extends ServedImages {
  /** Whether the file with this digest, by its path in the folder with `/`, is as export left it. */
  isExported(path: string, digest: string): boolean
  recordExported(path: string, digest: string): void
  /** Writes it in its fixed order, whole or not at all. Throws CliError. */
  save(): Promise<void>
}

/** Reads the lock of a folder; it is empty if the file does not exist. Throws CliError. */
export function openImageLock(folder: string): ImageLock {
  const file = join(folder, LOCK_FILE)
  const before = textOf(file)
  const made = new Map<string, Set<string>>()
  const servedDigests = (digest: string) => made.get(digest) ?? new Set([digest])
  const recordServed = (digest: string, served: string) => void made.set(digest, servedDigests(digest).add(served))
  for (const [, digest = '', served = ''] of before.matchAll(MADE)) recordServed(digest, served)
  const paths = new Map(
    [...`${textOf(join(folder, OLD_EXPORT_LOCK))}\n${before}`.matchAll(EXPORTED)].map(([, digest, path = '']) => [
      path,
      digest,
    ]),
  )
  return {
    servedDigests,
    recordServed,
    isExported: (path, digest) => paths.get(path) === digest,
    recordExported: (path, digest) => void paths.set(path, digest),
    async save() {
      const pairs = [...made].flatMap(([digest, all]) =>
        [...all].filter((served) => served !== digest).map((served) => `${digest} ${served}\n`),
      )
      const exports = [...paths].toSorted(([one], [other]) => (one < other ? -1 : 1))
      const text = [...pairs.toSorted(), ...exports.map(([path, digest]) => `${digest}  ${path}\n`)].join('')
      if (text !== before) await replaceFile(file, text)
    },
  }
}

/** The locks of the folders that images lie in, each read once. */
export type ImageLocks = (folder: string) => ImageLock

export function imageLocks(): ImageLocks {
  const locks = new Map<string, ImageLock>()
  return (folder) => {
    const lock = locks.get(folder) ?? openImageLock(folder)
    locks.set(folder, lock)
    return lock
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return ''
    throw new CliError('bad_file', `${file} cannot be read: ${systemReason(cause)}`, { exitCode: EXIT.failed, cause })
  }
}
