import { deleteRecord } from '@rapport/core/client/records.ts'
import type { Entity, ServerRecord } from '@rapport/core/entities/entity.ts'
import type { Deps } from '#cli/deps.ts'
import { restoreCommand } from '#cli/entities/deletion/present-deletion.ts'
import { emptyMessages } from '#cli/entities/list-records.ts'
import { toColumns, toDetails } from '#cli/entities/record-presentation.ts'
import type { Choice, ExplorerRow } from '#cli/tui/explorer/section.ts'

/** The deletions made in the explorer. They form one batch, so that one command restores them. */
export interface Deletions {
  batch: string
  /** The number of records that were moved to the trash. */
  trashedCount: number
}

export function createBaseSection<Item extends ServerRecord>(entity: Entity<Item>, deps: Deps, deletions: Deletions) {
  const { noun, singular } = entity
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
  return {
    title,
    singular,
    emptyMessages: emptyMessages(entity),
    columns: toColumns(entity, 'list'),
    isUndoable: (signal: AbortSignal) => withSignal(deps, signal).client.offersOptional('trash'),
    async delete({ id, name }: ExplorerRow, hasTrash: boolean, signal: AbortSignal) {
      const { batch } = deletions
      const { client } = withSignal(deps, signal)
      const outcome = await deleteRecord(client, entity, id, hasTrash ? { query: { batch } } : {})
      if (outcome === 'absent') return [`${title}: ${id} was already gone.`]
      if (hasTrash) deletions.trashedCount += 1
      return [`Deleted ${singular} ${id} (${name}).`, ...(hasTrash ? [`Undo: ${restoreCommand(batch)}`] : [])]
    },
  }
}

/** Adds a signal that cancels calls when their view closes. */
export function withSignal(deps: Deps, signal: AbortSignal): Deps {
  const eitherSignal = AbortSignal.any([deps.signal, signal])
  return { ...deps, signal: eitherSignal, client: deps.client.with({ signal: eitherSignal }) }
}

export function toExplorerRow<Item extends ServerRecord>(
  entity: Entity<Item>,
  record: Item,
  texts: Record<string, string> = {},
): ExplorerRow {
  return {
    id: String(record.id),
    name: entity.titleOf(record),
    texts,
    record,
    cells: toColumns(entity, 'list').map(({ text, tone }) => ({ text: text(record), tone: tone?.(record) })),
    details: toDetails(entity, record),
  }
}

export function toSortChoices<Item>({ fields }: Entity<Item>, sorts: readonly string[]): Choice[] {
  return sorts.map((value) => {
    const name = value.replace(/^-/, '')
    const label = fields[name]?.label ?? 'Name'
    return { value, label: value === name ? label : `${label}, descending` }
  })
}

export function splitFilter(filter: string): [name: string, value: string] {
  const separatorIndex = filter.indexOf('=')
  return [filter.slice(0, separatorIndex), filter.slice(separatorIndex + 1)]
}

export function distinctTexts(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.filter((text): text is string => Boolean(text)))]
}
