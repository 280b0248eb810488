import { isLargePriceChange } from '@rapport/core/catalogue/plan/price-changes.ts'
import { lastDays } from '@rapport/core/statistics/last-days.ts'
import { selectUsers } from '@rapport/core/entities/users/select-users.ts'
import { type User, USER_SORTS, type UserListQuery } from '@rapport/core/entities/users/user.ts'
import { readImage } from '#cli/entities/read-image.ts'
import type { Deps } from '#cli/deps.ts'
import { CATALOGUE, findParent } from '@rapport/core/catalogue/catalogue-entities.ts'
import {
  type EditableEntity,
  type Entity,
  type InputField,
  listWithNames,
  type ServerRecord,
} from '@rapport/core/entities/entity.ts'
import { fetchUsers, userEntity } from '@rapport/core/entities/users/user-description.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import { validateInput } from '#cli/entities/validate-input.ts'
import { deleteOne } from '#cli/entities/deletion/delete-one.ts'
import { restoreCommand } from '#cli/entities/deletion/present-deletion.ts'
import { fetchOptionalExtensions, fetchExtensions } from '#cli/api/extensions.ts'
import { inputFields } from '@rapport/core/entities/entity.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { toColumns, toDetails, formatField } from '#cli/entities/record-presentation.ts'
import { saveEdit } from '#cli/entities/save-edit.ts'
import { type Changes, hintLines, saveRecord, parseFieldValue, toInputLabels } from '#cli/entities/save-record.ts'
import { selectRecords } from '#cli/entities/list-records.ts'
import type { ExplorerRow, Choice, RecordPage, Section, SectionField, SectionQuery } from '#cli/tui/explorer/section.ts'

/** The part of a section that runs queries. */
type SectionReader = Pick<Section, 'sorts' | 'filters' | 'searchesOnServer' | 'cachedPage' | 'load' | 'clearCache'>

/** All deletions in the explorer form one batch, so that one command restores them. */
export interface Deletions {
  batch: string
  /** The number of records that were moved to the trash. */
  trashedCount: number
}

export function createSections(deps: Deps, deletions: Deletions): Section[] {
  return [
    {
      ...createBaseSection(userEntity, deps, deletions),
      ...createUserPagesReader(deps),
      fields: [],
      save: () => Promise.reject(new Error('Users have no fields to save.')),
    },
    ...CATALOGUE.map((entity) => createEditableSection(entity, deps, deletions)),
  ]
}

function createEditableSection(entity: EditableEntity, deps: Deps, deletions: Deletions): Section {
  return {
    ...createBaseSection(entity, deps, deletions),
    ...createWholeListReader(entity, deps),
    ...createEditActions(entity, deps),
  }
}

function createBaseSection<Item extends ServerRecord>(entity: Entity<Item>, deps: Deps, deletions: Deletions) {
  const { noun, singular, emptyMessages } = entity
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
  return {
    title,
    singular,
    emptyMessages,
    columns: toColumns(entity, 'list'),
    isUndoable: async (signal: AbortSignal) => (await fetchOptionalExtensions(withSignal(deps, signal))).has('trash'),
    async delete({ id, name }: ExplorerRow, hasTrash: boolean, signal: AbortSignal) {
      const { batch } = deletions
      const outcome = await deleteOne(id, withSignal(deps, signal), entity.delete, hasTrash ? { batch } : {})
      if (outcome === 'absent') return [`${title}: ${id} was already gone.`]
      if (hasTrash) deletions.trashedCount += 1
      return [`Deleted ${singular} ${id} (${name}).`, ...(hasTrash ? [`Undo: ${restoreCommand(batch)}`] : [])]
    },
  }
}

/** Cancels calls when their view closes. */
function withSignal(deps: Deps, signal: AbortSignal): Deps {
  return { ...deps, signal: AbortSignal.any([deps.signal, signal]) }
}

function createEditActions(entity: EditableEntity, deps: Deps): Pick<Section, 'fields' | 'save' | 'warningFor'> {
  const labels = toInputLabels(entity, 'update', ({ label }) => label)
  return {
    fields: inputFields(entity).map(([name, field]) => sectionField(name, field)),
    warningFor(row, { price }) {
      if (price === undefined || !isLargePriceChange({ from: row.record['price'], to: price })) return undefined
      return `The price changes by more than half, from ${row.texts['price']} to ${price}.`
    },
    async save(row, texts, signal) {
      const viewDeps = withSignal(deps, signal)
      const values = await convertTexts(entity, texts, row === undefined, viewDeps)
      if (row === undefined) {
        const form = validateInput((await entity.schemas()).create, values, labels)
        const { id } = await saveRecord(entity, form, undefined, viewDeps)
        return [`Created ${entity.singular} ${id}.`, ...hintLines(entity, { form, labels })]
      }
      const { hints } = await saveEdit(entity, { before: row.record, changes: values, labels }, viewDeps)
      return [`Updated ${entity.singular} ${row.id}.`, ...hints]
    },
  }
}

function sectionField(name: string, { type, label, help, choices, default: initial = '' }: InputField): SectionField {
  return {
    name,
    label: type === 'parent' ? label.replace(/ ID$/, '') : label,
    help: type === 'image' ? 'The path of an image file. Leave it empty to keep the image.' : help,
    initial,
    choices,
    isMultiline: type === 'text',
  }
}

/** Converts form texts to field values. A new record leaves out empty ones. */
async function convertTexts(
  entity: EditableEntity,
  texts: Record<string, string>,
  isNew: boolean,
  deps: Deps,
): Promise<Changes> {
  const parentEntity = findParent(entity)
  const values: Record<string, unknown> = {}
  for (const [name, field] of inputFields(entity)) {
    const text = texts[name]
    if (text === undefined || (text.trim() === '' && (isNew || field.type === 'image'))) continue
    // Standard input carries the key presses, so `-` means a file of that name.
    if (field.type === 'image') values[name] = await readImage(text.trim() === '-' ? './-' : text.trim(), deps.stdin)
    else if (parentEntity && field.type === 'parent')
      values[name] = text.trim() && String((await findRecord(parentEntity, text, deps)).id)
    else values[name] = parseFieldValue(field, text)
  }
  return values
}

/** Formats a field for a form: with line breaks, and the parent's name instead of its id. */
function formText(entity: EditableEntity, [name, field]: [string, InputField], record: ServerRecord): string {
  const { parent } = entity
  if (field.type === 'image') return ''
  if (field.type === 'parent' && parent) return displayText(entity, parent.nameField, record)
  return field.type === 'text' ? valueText(record[name]) : formatField(field, name, record)
}

function displayText(entity: EditableEntity, name: string, record: ServerRecord): string {
  const field = entity.fields[name]
  return field ? formatField(field, name, record) : ''
}

function toExplorerRow<Item extends ServerRecord>(
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

function toSortChoices(fields: readonly { name: string; label: string }[]): Choice[] {
  return fields.flatMap(({ name, label }) => [
    { label, value: name },
    { label: `${label}, descending`, value: `-${name}` },
  ])
}

/** Fetches a complete list, and searches, filters and sorts it in memory. */
function createWholeListReader(entity: EditableEntity, deps: Deps): SectionReader {
  let all: ServerRecord[] | undefined
  const columns = toColumns(entity, 'list').map(({ name }) => ({ name, label: entity.fields[name]?.label ?? name }))
  const filterFields = Object.entries(entity.fields).filter(
    ([name, { type }]) => type === 'choice' || name === entity.parent?.nameField,
  )
  const toFormTexts = (record: ServerRecord) =>
    Object.fromEntries(inputFields(entity).map((field) => [field[0], formText(entity, field, record)]))
  return {
    sorts: toSortChoices(columns),
    filters: () =>
      filterFields.flatMap(([name, { label }]) =>
        distinctTexts((all ?? []).map((record) => displayText(entity, name, record))).map((text) => ({
          label: `${label}: ${text}`,
          value: `${name}=${text}`,
        })),
      ),
    searchesOnServer: () => false,
    cachedPage({ search, sort, filter, page, size }: SectionQuery) {
      if (!all) return undefined
      const [name, value] = splitFilter(filter)
      const matches = filter === '' ? all : all.filter((record) => displayText(entity, name, record) === value)
      const { rows, total } = selectRecords(entity, { search, ...(sort !== '' && { sort }) }, matches)
      return {
        rows: rows
          .slice(page * size, (page + 1) * size)
          .map((record) => toExplorerRow(entity, record, toFormTexts(record))),
        total,
      }
    },
    async load(_query, signal) {
      all = await listWithNames(entity, withSignal(deps, signal))
    },
    clearCache() {
      all = undefined
    },
  }
}

function splitFilter(filter: string): [name: string, value: string] {
  const separatorIndex = filter.indexOf('=')
  return [filter.slice(0, separatorIndex), filter.slice(separatorIndex + 1)]
}

function distinctTexts(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.filter((text): text is string => Boolean(text)))]
}

interface UserMatches {
  users: User[]
  total: number
  isMinimum?: boolean
}

/** Fetches users page by page if the server supports paging, else all of them. */
function createUserPagesReader(deps: Deps): SectionReader {
  let offersPaging: boolean | undefined
  let all: User[] | undefined
  let latestResult: { query: string; page: RecordPage } | undefined
  // Servers may have further statuses; those seen so far can be chosen.
  const statuses = new Set(['active'])
  const toRecordPage = ({ users: matches, total, isMinimum = false }: UserMatches): RecordPage => {
    for (const status of distinctTexts(matches.map((user) => user.status))) statuses.add(status)
    return { rows: matches.map((user) => toExplorerRow(userEntity, user)), total, isMinimum }
  }
  return {
    sorts: USER_SORT_CHOICES,
    filters: () => [
      ...[...statuses].map((status) => ({ label: `Status: ${status}`, value: `status=${status}` })),
      { label: 'Role: admin (Pro)', value: 'role=admin' },
      { label: 'Role: user (Basic)', value: 'role=user' },
      { label: 'Joined in the last 7 days', value: 'joined=week' },
      { label: 'Joined in the last 30 days', value: 'joined=month' },
    ],
    searchesOnServer: () => offersPaging !== false,
    cachedPage(query) {
      if (all) return toRecordPage(selectUsers(all, userQuery(query, deps.now())))
      return latestResult?.query === JSON.stringify(query) ? latestResult.page : undefined
    },
    async load(query, signal) {
      const viewDeps = withSignal(deps, signal)
      offersPaging ??= (await fetchExtensions(viewDeps)).has('paging')
      if (!offersPaging) all = await userEntity.list(viewDeps)
      else
        latestResult = {
          query: JSON.stringify(query),
          page: toRecordPage(await fetchUsers(userQuery(query, deps.now()), viewDeps)),
        }
    },
    clearCache() {
      offersPaging = undefined
      all = undefined
      latestResult = undefined
    },
  }
}

const USER_SORT_CHOICES = USER_SORTS.map((value): Choice => {
  const name = value.replace(/^-/, '')
  const label = userEntity.fields[name]?.label ?? 'Name'
  return { value, label: value === name ? label : `${label}, descending` }
})

function userQuery({ search, sort: requestedSort, filter, page, size }: SectionQuery, now: Date): UserListQuery {
  const sort = USER_SORTS.find((candidate) => candidate === requestedSort)
  const [name, value] = splitFilter(filter)
  const [first] = value === 'week' || value === 'month' ? lastDays(value === 'week' ? 7 : 30, now) : []
  return {
    ...(search !== '' && { search }),
    ...(sort && { sort }),
    ...((name === 'status' || name === 'role') && { [name]: value }),
    ...(name === 'joined' && first && { joined_from: new Date(first * 1000).toISOString() }),
    page: page + 1,
    page_size: size,
  }
}
