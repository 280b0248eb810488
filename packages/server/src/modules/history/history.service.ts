import type { OperationInput, Schemas } from '@rapport/core/api/contract-types.ts'
import { fullName } from '@rapport/core/entities/users/user.ts'
import { parseSearch } from '@rapport/core/text/fold-text.ts'
import type { Database } from '#server/db/client.ts'
import { toId } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import { deletableBy } from '#server/security/account-rules.ts'
import { isReadInIndexOrder, selectHistory } from './history.repo.ts'

const DEFAULT_LIMIT = 50

export function createHistoryService({ db, engine, longReads }: Database) {
  async function listHistory(
    caller: Principal,
    query: OperationInput<'listHistory'>['query'],
    signal?: AbortSignal,
  ): Promise<Schemas['HistoryPage']> {
    const { limit = DEFAULT_LIMIT, cursor, entity, event, from, to } = query
    const search = parseSearch(query.search)
    const filter = {
      entity,
      event,
      search: search.words.length > 0 ? search : undefined,
      trashEntities: deletableBy(caller),
      recordId: optional(toId, query.record_id ?? search.id),
      actorId: optional(toId, query.actor),
      from: optional(Date.parse, from),
      to: optional(Date.parse, to),
    }
    const bounds = { cursor, limit: limit + 1 }
    const rows = isReadInIndexOrder(filter)
      ? await selectHistory(db, engine, filter, bounds)
      : await longReads.run((readDb) => selectHistory(readDb, engine, filter, bounds), {
          userId: caller.userId,
          signal,
        })
    const events = rows.slice(0, limit).map(toEvent)
    return { events, next: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null }
  }

  return { listHistory }
}

function optional(parse: (text: string) => number, text: string | undefined): number | undefined {
  return text === undefined ? undefined : parse(text)
}

type Row = Awaited<ReturnType<typeof selectHistory>>[number]

function toEvent(row: Row): Schemas['HistoryEvent'] {
  const { id, at, event, actor_id, target_type, target_id, ip, detail, name } = row
  const { own_first_name, own_last_name, own_email, own_detail, ...actor } = row
  // A deletion from the catalogue keeps the name.
  const lastName = target_type !== 'user' && /\.(?:deleted|purged)$/.test(event) ? own_detail : null
  return {
    id,
    event,
    actor_id,
    ip,
    detail,
    at: new Date(at).toISOString(),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the audit log
    actor: row.actor as Schemas['HistoryEvent']['actor'],
    actor_name: fullName(actor) ?? actor.email,
    entity: target_type,
    record_id: target_id,
    record_name: fullName({ first_name: own_first_name, last_name: own_last_name }) ?? own_email ?? name ?? lastName,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the audit log
    changes: row.changes === null ? null : (JSON.parse(row.changes) as Schemas['FieldChange'][]),
  }
}
