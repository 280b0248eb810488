import { hash, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { flushToDisk } from '#server/db/backup.ts'

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

/**
 * Reads and appends to a ledger, a file of JSON lines, each with the SHA-256 of itself and of the line before, so that a missing or
 * damaged line is noticed. Call it under the lock of `lockErasures`, since other processes append too.
 */
export function createLedgerFile(path: string) {
  let id: string | undefined
  let [size, chain, count, lineCount] = [0, '', 0, 0]
  let damage: string | undefined

  /** Reads the lines that were appended since the last call, by whichever process. */
  function read() {
    const entries = new Map<string, Erasure>()
    // Receipts of entries that were committed, and of those known not to be.
    const [done, undone] = [new Set<string>(), new Set<string>()]
    for (const text of readTail()) {
      lineCount += 1
      const line = parse(text)
      if (line === undefined) continue
      if ('ledger' in line) id = line.ledger
      else if ('done' in line) done.add(line.done)
      else if ('undone' in line) undone.add(line.undone)
      else {
        count += 1
        entries.set(line.receipt, line)
      }
    }
    return { entries, done, undone }
  }

  /** Returns the complete lines. A half line at the end was never answered for. */
  function readTail(): string[] {
    if (!existsSync(path)) return []
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
    const isNext = sum === chainSum(chain, json)
    chain = sum
    if (!isNext) damage ??= `Line ${lineCount} of ${path}, or one before it, is missing or damaged.`
    try {
      const line: Line = JSON.parse(`${json}}`)
      return line
    } catch {
      return undefined
    }
  }

  /** Writes the lines to the disk before it returns. The first call creates the file. Throws the system's error. */
  function append(lines: readonly Line[]): void {
    let sum = chain
    const texts = (id === undefined ? [{ ledger: randomUUID() }, ...lines] : lines).map((line) => {
      const json = JSON.stringify(line).slice(0, -1)
      sum = chainSum(sum, json)
      return `${json},"chain":"${sum}"}\n`
    })
    const isNew = !existsSync(path)
    if (isNew) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // Cuts off a half line.
    else if (statSync(path).size > size) truncateSync(path, size)
    appendFileSync(path, texts.join(''), { mode: 0o600, flush: true })
    if (isNew) flushToDisk(dirname(path))
    read()
  }

  return {
    read,
    append,
    id: () => id,
    nextNumber: () => count + 1,
    damage: () => damage,
  }
}

function chainSum(before: string, json: string): string {
  return hash('sha256', before + json, 'base64url')
}
