import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { withCents } from '@rapport/core/entities/field-values.ts'
import { formatChanges, HISTORY_FIELDS } from '@rapport/core/entities/history/history-fields.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { Deps } from '#cli/deps.ts'
import { entityFilter } from '#cli/entities/kind-option.ts'
import { parseRange } from '#cli/io/dates.ts'
import { namesOnly, type Presentation } from '#cli/output/document.ts'
import { localTime } from '#cli/output/local-time.ts'
import { type Column, renderTable } from '#cli/output/table.ts'

export interface HistoryInput {
  kind?: string
  id?: string
  actor?: string
  event?: string
  search?: string
  from?: string
  to?: string
  limit: number
}

type HistoryEvent = Schemas['HistoryEvent']

interface HistoryResult {
  events: HistoryEvent[]
  /** Whether there are more events than the limit. */
  hasMore: boolean
}

/** The server's maximum. */
const PAGE_SIZE = 100

/** Fetches the audit log, newest event first. */
export async function run(
  { kind, id, actor, event, search, from, to, limit }: HistoryInput,
  deps: Deps,
): Promise<HistoryResult> {
  const { client, now } = deps
  const { first, last } = parseRange({ from, to }, now())
  const filter = {
    ...entityFilter(kind),
    ...(id && { record_id: id }),
    ...(actor && { actor }),
    ...(event && { event }),
    ...(search && { search }),
    ...(first && { from: first }),
    ...(last && { to: last }),
  }
  const events: HistoryEvent[] = []
  let cursor: number | null = null
  do {
    const query = { ...filter, limit: Math.min(PAGE_SIZE, limit - events.length), ...(cursor !== null && { cursor }) }
    const page: Schemas['HistoryPage'] = await client.call('listHistory', { query })
    events.push(...page.events)
    // Without events the cursor does not advance.
    cursor = page.events.length === 0 ? null : page.next
  } while (cursor !== null && events.length < limit)
  return { events, hasMore: cursor !== null }
}

const columns: readonly Column<HistoryEvent>[] = [
  { title: 'WHEN', text: ({ at }) => localTime(at) },
  {
    title: 'BY',
    text: ({ actor, actor_id, actor_name }) => actor_name ?? (actor_id === null ? actor : `user ${actor_id}`),
  },
  { title: 'EVENT', text: ({ event }) => event },
  {
    title: 'RECORD',
    text: ({ entity, record_id, record_name }) => [entity, record_id, record_name].filter(Boolean).join(' '),
  },
  { title: 'FROM', text: ({ ip }) => ip ?? '', dropOrder: 1 },
  { title: 'DETAIL', text: ({ detail }) => detail ?? '', dropOrder: 2 },
  { title: 'CHANGES', text: changesText, dropOrder: 3 },
]

/** Formats the changes in one line, prices with their cents. */
function changesText({ changes }: HistoryEvent): string {
  const toText = (value: unknown) => withCents(valueText(value))
  return formatChanges(
    changes?.map((change) =>
      change.field === 'price' && ('before' in change || 'after' in change)
        ? { field: change.field, before: toText(change.before), after: toText(change.after) }
        : change,
    ) ?? null,
  )
}

/** What --fields can choose, by field and heading. */
export const fields = () => ({
  ...namesOnly(HISTORY_FIELDS),
  when: ['at'],
  by: ['actor_name'],
  record: ['entity', 'record_id', 'record_name'],
  from: ['ip'],
})

export function present({ events, hasMore }: HistoryResult): Presentation {
  const { length } = events
  const count = pluralize(length, 'event')
  return {
    document: {
      shape: 'list',
      rows: events,
      fields: HISTORY_FIELDS,
      csvRows: events.map((event) => ({ ...event, changes: changesText(event) })),
      table: (options) => renderTable(columns, events, options),
    },
    info: length === 0 ? 'No events.' : hasMore ? `${count}; show more with --limit` : count,
  }
}
