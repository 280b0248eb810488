import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { OperatorError } from '#server/domain/operator-error.ts'
import { replayErasures } from '#server/modules/erasures/replay.service.ts'
import { readLedger, writeLedger } from '#server/security/erasures/erasure-ledger.ts'
import { withServerDatabase } from './server-database.ts'
import { print } from './terminal.ts'

/** Writes the ledger to a new file, with the entries that only the database has. */
export async function exportErasures(file: string): Promise<void> {
  const target = resolve(file)
  if (existsSync(target)) throw new OperatorError(`${target} already exists and was not overwritten.`)
  await withServerDatabase(async ({ ledger }) => {
    const { all } = await ledger.reconcile()
    writeLedger(target, all)
    print(`${target}: ${all.length} erasures.`)
  })
}

/** Adds the entries of another machine's ledger, or of a copy of this one, and erases who is in it. */
export async function importErasures(file: string): Promise<void> {
  const added = readLedger(resolve(file))
  await withServerDatabase(async (services) => {
    for (const sentence of await replayErasures(services, { ifShort: 'accept', added })) print(sentence)
  })
  print(`The ledger has the ${added.length} erasures of ${file}.`)
}
