import type { Entity, Id } from '@rapport/core/entities/entity.ts'
import { CliError } from '#cli/io/errors.ts'

export type EntityNouns = Pick<Entity, 'singular' | 'noun' | 'plural'>

/** Formats "user 7" or "12 users". */
export function describeIds(ids: readonly string[], { singular, noun, plural = noun }: EntityNouns): string {
  return ids.length === 1 ? `${singular} ${ids[0]}` : `${ids.length} ${plural}`
}

export function listIdsHint({ noun }: EntityNouns): string {
  return `rapport ${noun} list shows the ids.`
}

export function noSuchRecordError(id: string, entity: EntityNouns): CliError {
  return new CliError('not_found', `There is no ${entity.singular} ${id}.`, { hint: listIdsHint(entity) })
}

/** Checks that ids are safe in the path of a call. Throws `CliError` (usage) naming the first that is not. */
export function checkIds(ids: readonly string[], entity: EntityNouns): void {
  // URL parsers resolve dot segments, which would address another call.
  const badId = ids.find((id) => !/^[\p{L}\p{N}_.:~@+-]{1,64}$/u.test(id) || /^\.+$/.test(id))
  if (badId === undefined) return
  throw new CliError('bad_id', `${JSON.stringify(badId)} is not the id of a ${entity.singular}.`, {
    hint: listIdsHint(entity),
  })
}

export function isNumericId(text: string): boolean {
  return /^-?\d+$/.test(text)
}

/** Returns true if the text may be an id. A server uses either numbers or texts as ids. */
export function couldBeId(text: string, records: readonly { id: Id }[]): boolean {
  return isNumericId(text) || records.length === 0 || records.some(({ id }) => !isNumericId(String(id)))
}
