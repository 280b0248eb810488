import { hash, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** An entry of the ledger: who was erased, without personal data. */
export interface Erasure {
  /** UUID. */
  receipt: string
  /** Position in the file, from 1. */
  number: number
  entity: 'user'
  id: number
  /** Keyed digest of the email address, or of the id if there was none. */
  email: string | null
  /** RFC 3339. */
  at: string
}

/** The first line names the file; `done` follows once the erasure is committed, `undone` if it never was. */
type Line = { ledger: string } | Erasure | { done: string } | { undone: string }

export interface LedgerContents {
  entries: Map<string, Erasure>
  /** Receipts of entries that were committed, and of those known not to be. */
  done: Set<string>
  undone: Set<string>
}

/**
 * Reads and appends to a ledger, a file of JSON lines, each with the SHA-256 of itself and of the line before, so that a missing or
 * damaged line is noticed. Call it under the lock of `lockErasures`, since other processes append too. Without a path the ledger is
 * kept in memory, for tests.
 */
export function createLedgerFile(path: string | undefined) {
  let id: string | undefined
  let [size, chain, count, lineCount] = [0, '', 0, 0]
  let damage: string | undefined

  /** Reads the lines that were appended since the last call, by whichever process. */
  function read(): LedgerContents {
    const contents: LedgerContents = { entries: new Map(), done: new Set(), undone: new Set() }
    for (const text of readTail()) {
      lineCount += 1
      const line = parse(text)
      if (line === undefined) continue
      if ('ledger' in line) id = line.ledger
      else if ('done' in line) contents.done.add(line.done)
      else if ('undone' in line) contents.undone.add(line.undone)
      else {
        count += 1
        contents.entries.set(line.receipt, line)
      }
    }
    return contents
  }

  /** Returns the complete lines. A half line at the end was never answered for. */
  function readTail(): string[] {
    if (path === undefined || !existsSync(path)) return []
    const file = openSync(path, 'r')
    try {
      const tail = Buffer.alloc(Math.max(0, fstatSync(file).size - size))
      readSync(file, tail, 0, tail.length, size)
      const length = tail.lastIndexOf('\n') + 1
      size += length
      return tail.toString('utf8', 0, length).split('\n').slice(0, -1)
    } finally {
      closeSync(file)
    }
  }

  /** Returns undefined for a line that does not follow the one before. A damaged line is read if it can be. */
  function parse(text: string): Line | undefined {
    const [, json = '', sum = ''] = /^(\{.*),"chain":"([\w-]{43})"\}$/.exec(text) ?? []
    const isNext = sum === nextSum(json)
    chain = sum
    if (!isNext) damage ??= `Line ${lineCount} of ${path}, or one before it, is missing or damaged.`
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `append`
      return JSON.parse(`${json}}`) as Line
    } catch {
      return undefined
    }
  }

  const nextSum = (json: string) => hash('sha256', chain + json, 'base64url')

  /** Writes the lines to the disk before it returns. The first call creates the file. Throws the system's error. */
  function append(lines: readonly Line[]): void {
    const isNew = id === undefined
    if (isNew) id = randomUUID()
    const before = { chain, count, size }
    const texts = (isNew ? [{ ledger: id ?? '' }, ...lines] : lines).map((line) => {
      const json = JSON.stringify(line).slice(0, -1)
      chain = nextSum(json)
      if ('receipt' in line) count += 1
      return `${json},"chain":"${chain}"}\n`
    })
    try {
      if (path !== undefined) size += appendToFile(path, texts.join(''), size)
      lineCount += texts.length
    } catch (error) {
      ;({ chain, count, size } = before)
      if (isNew) id = undefined
      throw error
    }
  }

  return {
    path,
    read,
    append,
    id: () => id,
    nextNumber: () => count + 1,
    damage: () => damage,
  }
}

function appendToFile(path: string, text: string, size: number): number {
  const isNew = !existsSync(path)
  if (isNew) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'a', 0o600)
  try {
    // Cuts off a half line.
    if (fstatSync(file).size > size) ftruncateSync(file, size)
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
    fsyncSync(file)
    if (isNew) flushFolder(dirname(path))
    return bytes.length
  } finally {
    closeSync(file)
  }
}

function flushFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
