import type { OperationInput, Schemas } from '@rapport/core/api/contract-types.ts'
import { fullName } from '@rapport/core/entities/users/user.ts'
import type { Database } from '#server/db/client.ts'
import type { WaitingClient } from '#server/db/long-reads.ts'
import { isReadInIndexOrder, selectHistory } from './history.repo.ts'

export type HistoryService = ReturnType<typeof createHistoryService>

const DEFAULT_LIMIT = 50

export function createHistoryService({ db, longReads }: Database) {
  async function listHistory(
    query: OperationInput<'listHistory'>['query'],
    reader: WaitingClient,
  ): Promise<Schemas['HistoryPage']> {
    const { limit = DEFAULT_LIMIT, cursor, entity, event, from, to } = query
    const filter = {
      entity,
      event,
      recordId: parseId(query.record_id),
      actorId: parseId(query.actor),
      from: parseInstant(from),
      to: parseInstant(to),
    }
    const bounds = { cursor, limit: limit + 1 }
    const rows = isReadInIndexOrder(filter)
      ? await selectHistory(db, filter, bounds)
      : await longReads.run((readDb) => selectHistory(readDb, filter, bounds), reader)
    const events = rows.slice(0, limit).map(toEvent)
    return { events, next: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null }
  }

  return { listHistory }
}

/** Returns 0, which matches no record, for an invalid id. */
function parseId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
}

function parseInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text)
}

type Row = Awaited<ReturnType<typeof selectHistory>>[number]

function toEvent({ at, target_type, target_id, first_name, last_name, email, ...row }: Row): Schemas['HistoryEvent'] {
  return {
    ...row,
    at: new Date(at).toISOString(),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the audit log
    actor: row.actor as Schemas['HistoryEvent']['actor'],
    actor_name: fullName({ first_name, last_name }) ?? email,
    entity: target_type,
    record_id: target_id,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the audit log
    changes: row.changes === null ? null : (JSON.parse(row.changes) as Schemas['FieldChange'][]),
  }
}
