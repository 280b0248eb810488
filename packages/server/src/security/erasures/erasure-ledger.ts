import { randomUUID } from 'node:crypto'
import { renameSync } from 'node:fs'
import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import type { Database, Db } from '#server/db/client.ts'
import { OperatorError } from '#server/domain/operator-error.ts'
import type { ServerKey } from '../server-key.ts'
import { insertErasures, lockErasures, selectErasures } from './erasures.repo.ts'
import { createLedgerFile, type Erasure } from './ledger-file.ts'

export type ErasureLedger = ReturnType<typeof createErasureLedger>

interface LedgerDeps {
  database: Database
  key: ServerKey
  clock: () => Date
  path: string
}

export interface ReconcileOptions {
  ifShort?: 'refuse' | 'leave' | 'accept'
  /** Entries of another machine's ledger. */
  added?: readonly Erasure[]
}

export function erasureMac(key: ServerKey, email: string): string {
  return key.mac('erased address', uniqueKey(email))
}

/** Returns what only the entry of this person has, even without an address: ids alone are those of other servers too. */
export function personMac(key: ServerKey, { id, email }: { id: number; email: string | null }): string {
  return email === null ? key.mac('erased user', id) : erasureMac(key, email)
}

/**
 * Creates the ledger of erasures, a file apart from the database that outlives a restore, and a table of the same entries, with which
 * the database knows what the file must have.
 */
export function createErasureLedger({ database, key, clock, path }: LedgerDeps) {
  const { engine, transaction } = database
  let file = createLedgerFile(path)

  /**
   * Writes an entry to the disk, as the last step of the transaction that erases. If that is not committed, the entry stays without its
   * `done`, and is never replayed. Throws the system's error.
   */
  async function write(trx: Db, person: { id: number; email: string | null }): Promise<Erasure> {
    await lockErasures(trx, engine)
    file.read()
    const entry: Erasure = {
      number: file.nextNumber(),
      entity: 'user',
      id: person.id,
      email: personMac(key, person),
      at: clock().toISOString(),
      receipt: randomUUID(),
    }
    file.append([entry])
    await insertErasures(trx, file.id() ?? '', [entry])
    return entry
  }

  /** Writes that the erasure is committed. Nobody may be told before. */
  async function confirm({ receipt }: Erasure): Promise<void> {
    await transaction(async (trx) => {
      await lockErasures(trx, engine)
      file.read()
      file.append([{ done: receipt }])
    })
  }

  /**
   * Makes file and table equal, and returns all entries; those that were never committed are marked and returned apart. Throws
   * `OperatorError` if the file is damaged or shorter than the database knows, unless `ifShort` says to leave it as it is or to go on
   * with what is left.
   */
  async function reconcile({ ifShort = 'refuse', added = [] }: ReconcileOptions = {}) {
    return transaction(async (trx) => {
      await lockErasures(trx, engine)
      file = createLedgerFile(path)
      const { entries, done, undone } = file.read()
      const rows = await selectErasures(trx)
      const stored = new Map(rows.map((row) => [row.receipt, row]))
      const ledger = file.id()
      // Servers on PostgreSQL may share a database and no folder: each has what it wrote, and gets the rest from the table.
      const mustBeInFile = (row: { ledger: string }) => engine === 'sqlite' || row.ledger === ledger
      const lost = rows.filter((row) => !entries.has(row.receipt) && mustBeInFile(row))
      const problem =
        file.damage() ??
        (lost.length > 0
          ? `The erasure ledger ${path} lacks ${lost.length} of the erasures in the database.`
          : undefined)
      if (problem !== undefined && ifShort === 'refuse') throw shortLedgerError(problem)
      // A damaged line may still be readable: the table knows better.
      const inFile = [...entries.values()].map((entry) => stored.get(entry.receipt) ?? entry)
      const isCommitted = ({ receipt }: Erasure) => done.has(receipt) || stored.has(receipt)
      const committed = inFile.filter(isCommitted)
      if (problem !== undefined && ifShort === 'leave') return { all: committed, unfinished: [], problem }
      const unfinished = inFile.filter((entry) => !isCommitted(entry) && !undone.has(entry.receipt))
      if (file.damage() !== undefined) {
        renameSync(path, `${path}.${clock().toISOString().replaceAll(':', '')}`)
        file = createLedgerFile(path)
        appendDone(committed)
      } else {
        const unmarked = committed.filter(({ receipt }) => !done.has(receipt))
        appendLines([
          ...unmarked.map(({ receipt }) => ({ done: receipt })),
          ...unfinished.map(({ receipt }) => ({ undone: receipt })),
        ])
      }
      const known = new Map([...added, ...rows].map((entry) => [entry.receipt, entry]))
      const copied = [...known.values()].filter(({ receipt }) => !entries.has(receipt))
      appendDone(copied)
      const all = [...committed, ...copied]
      const unstored = all.filter(({ receipt }) => !stored.has(receipt))
      await insertErasures(trx, file.id() ?? '', unstored)
      return { all, unfinished, problem }
    })
  }

  const appendDone = (entries: readonly Erasure[]) => appendLines(committedLines(entries, file.nextNumber()))

  /** Appends nothing to a ledger that is not needed yet, since the folder may be read-only. */
  function appendLines(lines: Parameters<typeof file.append>[0]): void {
    if (lines.length > 0) file.append(lines)
  }

  return { write, confirm, reconcile }
}

/** Writes committed entries to a new ledger. Throws the system's error. */
export function writeLedger(path: string, entries: readonly Erasure[]): void {
  createLedgerFile(path).append(committedLines(entries, 1))
}

/** Returns the entries of another machine's ledger that were committed. Throws `OperatorError`. */
export function readLedger(path: string): Erasure[] {
  const file = createLedgerFile(path)
  const { entries, done } = file.read()
  if (file.damage() !== undefined || file.id() === undefined)
    throw new OperatorError(file.damage() ?? `${path} is not an erasure ledger.`)
  return [...entries.values()].filter(({ receipt }) => done.has(receipt))
}

function committedLines(entries: readonly Erasure[], first: number) {
  return entries.flatMap(({ receipt, entity, id, email, at }, index) => [
    { number: first + index, entity, id, email, at, receipt },
    { done: receipt },
  ])
}

function shortLedgerError(problem: string): OperatorError {
  return new OperatorError(
    `${problem} People who were erased may be back after a restore. Put the ledger back from its copy, or run ` +
      '"rapport-server erasures import FILE" with that of another machine. If there is none, "rapport-server start ' +
      '--accept-short-ledger" goes on with what is left.',
  )
}
