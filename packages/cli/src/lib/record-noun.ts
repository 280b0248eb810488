import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

/** What people call the records of an entity, and the command that lists them. */
export interface RecordNoun {
  one: string
  many: string
  list: string
}

/** "user 7" or "12 users". */
export function countOf(keys: readonly string[], { one, many }: RecordNoun): string {
  return keys.length === 1 ? `${one} ${keys[0]}` : `${keys.length} ${many}`
}

/** The error of the one record that was named and does not exist. */
export function noSuchRecord(id: string, noun: RecordNoun): CliError {
  return new CliError('not_found', `There is no ${noun.one} ${id}.`, {
    hint: `${noun.list} shows the ids.`,
    exitCode: EXIT.notFound,
  })
}

/**
 * Holds ids to what can be one in the path of a call.
 * @throws CliError (usage) naming the first that cannot
 */
export function checkIds(ids: readonly string[], noun: RecordNoun): void {
  // A dot segment would be resolved away and address another call.
  const bad = ids.find((id) => !/^[\p{L}\p{N}_.:~@+-]{1,64}$/u.test(id) || /^\.+$/.test(id))
  if (bad === undefined) return
  throw new CliError('bad_id', `${JSON.stringify(bad)} is not the id of a ${noun.one}.`, {
    hint: `${noun.list} shows the ids.`,
  })
}

const IS_NUMBER = /^-?\d+$/

/** Whether a text may be an id where these records are: the contract has numbers and texts, a server one of them. */
export function couldBeId(text: string, rows: readonly { id: string | number }[]): boolean {
  return IS_NUMBER.test(text) || rows.length === 0 || rows.some(({ id }) => !IS_NUMBER.test(String(id)))
}

/**
 * The record with this id.
 * @throws CliError (not found) when there is none
 */
export function foundById<Row extends { id: string | number }>(
  rows: readonly Row[],
  id: string,
  noun: RecordNoun,
): Row {
  const row = rows.find((candidate) => String(candidate.id) === id)
  if (row === undefined) throw noSuchRecord(id, noun)
  return row
}
