import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { ListOptions, ServerRecord } from './entity.ts'

// What core is to say of the records that it reads; until it does, every field counts as readable and as sent.

/** The rows of a list. */
export async function unwrapList<Row>(
  answer: Promise<{ data?: { data?: Row[] }; error?: unknown; response: Response }>,
  _options: ListOptions = {},
): Promise<Row[]> {
  // strictList: _options.strict is for unwrap, once it takes it.
  return (await unwrap(answer)) ?? []
}

/** The record in the answer of a save, which may hold less than that. */
export function recordIn<Row extends ServerRecord>(data: unknown, name: keyof Row & string): Row | undefined {
  const isRecord = typeof data === 'object' && data !== null && 'id' in data && name in data
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a record is read by its fields, each of which may be missing
  return isRecord ? (data as unknown as Row) : undefined
}

/** The record as the server sent it. */
export function sentRecord(record: object): object {
  return record
}

/** The fields of a record that could not be read, with what the server sent. */
export function unreadableFields(_record: object): Readonly<Record<string, unknown>> {
  return {}
}
