import type { Entity, Id } from '@rapport/core/entities/entity.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

/** The nouns for the records of an entity. */
export type EntityNouns = Pick<Entity, 'singular' | 'noun' | 'plural'>

/** "user 7" or "12 users". */
export function countOf(keys: readonly string[], { singular, noun, plural = noun }: EntityNouns): string {
  return keys.length === 1 ? `${singular} ${keys[0]}` : `${keys.length} ${plural}`
}

export function showsIds({ noun }: EntityNouns): string {
  return `rapport ${noun} list shows the ids.`
}

export function noSuchRecord(id: string, entity: EntityNouns): CliError {
  return new CliError('not_found', `There is no ${entity.singular} ${id}.`, {
    hint: showsIds(entity),
    exitCode: EXIT.notFound,
  })
}

/**
 * Holds ids to what can be one in the path of a call.
 * @throws CliError (usage) naming the first that cannot
 */
export function checkIds(ids: readonly string[], entity: EntityNouns): void {
  // A dot segment would be resolved away and address another call.
  const bad = ids.find((id) => !/^[\p{L}\p{N}_.:~@+-]{1,64}$/u.test(id) || /^\.+$/.test(id))
  if (bad === undefined) return
  throw new CliError('bad_id', `${JSON.stringify(bad)} is not the id of a ${entity.singular}.`, {
    hint: showsIds(entity),
  })
}

const IS_NUMBER = /^-?\d+$/

/** Whether a text may be an id on the server of these records: a server has either numbers or texts. */
export function couldBeId(text: string, rows: readonly { id: Id }[]): boolean {
  return IS_NUMBER.test(text) || rows.length === 0 || rows.some(({ id }) => !IS_NUMBER.test(String(id)))
}

/**
 * The record with this id.
 * @throws CliError (not found) when there is none
 */
export function foundById<Row extends { id: Id }>(rows: readonly Row[], id: string, entity: EntityNouns): Row {
  const row = rows.find((candidate) => String(candidate.id) === id)
  if (row === undefined) throw noSuchRecord(id, entity)
  return row
}
