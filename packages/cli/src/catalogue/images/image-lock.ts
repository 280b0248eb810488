import { join } from 'node:path'
import type { ServedImages } from '@rapport/core/catalogue/plan/compare-images.ts'
import { readIfExists } from '#cli/io/read-file.ts'
import { replaceFile } from '#cli/io/replace-file.ts'

/** The file beside the catalogue, which is committed with it. */
const LOCK_FILE = 'images.lock'
/** Release 0.1.0 recorded here what export had written. */
const OLD_EXPORT_LOCK = 'export.lock'

// The conflict markers of a merge match neither pattern.
const SERVED_LINE = /^([0-9a-f]{64}) ([0-9a-f]{64})$/gm
const EXPORTED_LINE = /^([0-9a-f]{64}) {2}(\S.*)$/gm

/**
 * The file `images.lock`. A line of two SHA-256 digests says which image a server made of which file; a line of digest and path
 * says what export wrote.
 */
export interface ImageLock extends ServedImages {
  /** Returns true if the file at this path is as export wrote it. The path is relative to the folder, with `/`. */
  isExported(path: string, digest: string): boolean
  recordExported(path: string, digest: string): void
  /** Writes the file atomically, in a fixed order. Throws `CliError`. */
  save(): Promise<void>
}

/** Reads the lock of a folder; empty if the file does not exist. Throws `CliError`. */
export function openImageLock(folder: string): ImageLock {
  const file = join(folder, LOCK_FILE)
  const storedText = readTextIfExists(file)
  const servedByFile = new Map<string, Set<string>>()
  const servedDigests = (fileDigest: string) => servedByFile.get(fileDigest) ?? new Set([fileDigest])
  const recordServed = (fileDigest: string, servedDigest: string) =>
    void servedByFile.set(fileDigest, servedDigests(fileDigest).add(servedDigest))
  for (const [, digest = '', served = ''] of storedText.matchAll(SERVED_LINE)) recordServed(digest, served)
  const exportedDigests = new Map(
    [...`${readTextIfExists(join(folder, OLD_EXPORT_LOCK))}\n${storedText}`.matchAll(EXPORTED_LINE)].map(
      ([, digest, path = '']) => [path, digest],
    ),
  )
  return {
    servedDigests,
    recordServed,
    isExported: (path, digest) => exportedDigests.get(path) === digest,
    recordExported: (path, digest) => void exportedDigests.set(path, digest),
    async save() {
      const servedLines = [...servedByFile].flatMap(([digest, digests]) =>
        [...digests].filter((served) => served !== digest).map((served) => `${digest} ${served}\n`),
      )
      const exportedLines = [...exportedDigests]
        .toSorted(([path], [otherPath]) => (path < otherPath ? -1 : 1))
        .map(([path, digest]) => `${digest}  ${path}\n`)
      const text = [...servedLines.toSorted(), ...exportedLines].join('')
      if (text !== storedText) await replaceFile(file, text)
    },
  }
}

/** Returns the lock of a folder, which is read once. */
export type ImageLocks = (folder: string) => ImageLock

export function openImageLocks(): ImageLocks {
  const locks = new Map<string, ImageLock>()
  return (folder) => {
    const lock = locks.get(folder) ?? openImageLock(folder)
    locks.set(folder, lock)
    return lock
  }
}

function readTextIfExists(file: string): string {
  return readIfExists(file)?.toString().replaceAll('\r\n', '\n') ?? ''
}
