import { selectUsers } from '@rapport/core/users/select-users.ts'
import type { User, UserListQuery } from '@rapport/core/users/user.ts'
import type { Deps } from '#cli/deps.ts'
import { CATALOGUE } from '#cli/entities/entities.ts'
import {
  type EditableEntity,
  type Entity,
  type InputField,
  listForPeople,
  type ServerRecord,
} from '#cli/entities/entity.ts'
import { readUsers, users } from '#cli/entities/users.ts'
import { deleteOne } from '#cli/entities/deletion.ts'
import { serverExtensions } from '#cli/api/extensions.ts'
import { inputFields } from '#cli/entities/field-options.ts'
import { foundById } from '#cli/entities/record-ids.ts'
import { columnsOf, detailsOf, textOf } from '#cli/entities/record-presentation.ts'
import { changedForm, hintLines, typedValue, wordsOf } from '#cli/entities/save-record.ts'
import { searchRecords } from '#cli/entities/list-records.ts'
import type { BrowserRow, Listed, Section, SectionQuery } from '#cli/tui/browser/section.ts'

/** How a section answers queries. */
type Reading = Pick<Section, 'asksServer' | 'held' | 'load' | 'forget'>

/** The sections of the browser, one for each entity. */
export function sections(deps: Deps): Section[] {
  return [
    { ...sectionOf(users, deps), ...userPages(deps), fields: [], save: () => Promise.resolve([]) },
    ...CATALOGUE.map((entity) => editableSection(entity, deps)),
  ]
}

function editableSection(entity: EditableEntity, deps: Deps): Section {
  return { ...sectionOf(entity, deps), ...wholeList(entity, deps), ...editing(entity, deps) }
}

function sectionOf<Row extends ServerRecord>(entity: Entity<Row>, deps: Deps) {
  const { type, one, none } = entity
  const title = `${type.charAt(0).toUpperCase()}${type.slice(1)}`
  return {
    title,
    one,
    none,
    columns: columnsOf(entity, 'list'),
    async delete({ id, name }: BrowserRow, signal: AbortSignal) {
      const became = await deleteOne(id, whileShown(deps, signal), entity.delete)
      return became === 'done' ? `Deleted ${one} ${id} (${name}).` : `${title}: ${id} was already gone.`
    },
  }
}

/** For calls that end with what they are shown in. */
function whileShown(deps: Deps, signal: AbortSignal): Deps {
  return { ...deps, signal: AbortSignal.any([deps.signal, signal]) }
}

/** The fields that fit into a line of a form. */
function editableFields(entity: EditableEntity): [name: string, field: InputField][] {
  return inputFields(entity).filter(([, { type }]) => type === 'name' || type === 'decimal')
}

/** A change is made to the record as it is now, which others may have changed. */
function editing(entity: EditableEntity, deps: Deps): Pick<Section, 'fields' | 'save'> {
  const fields = new Map(editableFields(entity))
  const words = wordsOf(entity, 'update', ({ label }) => label)
  return {
    fields: [...fields].map(([name, { label }]) => ({ name, label })),
    async save({ id }, texts, signal) {
      const shown = whileShown(deps, signal)
      const changes = Object.fromEntries(
        Object.entries(texts).map(([name, text]) => {
          const field = fields.get(name)
          return [name, field && typedValue(field, text)]
        }),
      )
      const before = foundById(await entity.list(shown), id, entity)
      const form = await changedForm(entity, before, changes, words)
      await entity.save(form, before.id, shown)
      return [`Updated ${entity.one} ${id}.`, ...hintLines(entity, { form, before, changes, words })]
    },
  }
}

function rowOf<Row extends ServerRecord>(
  entity: Entity<Row>,
  row: Row,
  texts: Record<string, string> = {},
): BrowserRow {
  return {
    id: String(row.id),
    name: entity.titleOf(row),
    texts,
    cells: columnsOf(entity, 'list').map(({ text }) => text(row)),
    details: detailsOf(entity, row),
  }
}

/** Reads a list that the server gives in one answer, and searches it in memory. */
function wholeList(entity: EditableEntity, deps: Deps): Reading {
  let all: ServerRecord[] | undefined
  const editable = editableFields(entity)
  const textsOf = (row: ServerRecord) =>
    Object.fromEntries(editable.map(([name, field]) => [name, textOf(field, name, row)]))
  return {
    asksServer: () => false,
    held({ search, page, size }: SectionQuery) {
      if (!all) return undefined
      const matches = searchRecords(entity, search, all)
      const rows = matches.slice(page * size, (page + 1) * size).map((row) => rowOf(entity, row, textsOf(row)))
      return { rows, total: matches.length }
    },
    async load(_query, signal) {
      all = await listForPeople(entity, whileShown(deps, signal))
    },
    forget() {
      all = undefined
    },
  }
}

interface UsersFound {
  users: User[]
  total: number
  isMinimum?: boolean
}

/** The users: page by page where the server offers that, else all of them in memory. */
function userPages(deps: Deps): Reading {
  let offersPaging: boolean | undefined
  let all: User[] | undefined
  let answer: { query: string; listed: Listed } | undefined
  const listedOf = ({ users: rows, total, isMinimum = false }: UsersFound): Listed => ({
    rows: rows.map((row) => rowOf(users, row)),
    total,
    isMinimum,
  })
  return {
    asksServer: () => offersPaging !== false,
    held(query) {
      if (all) return listedOf(selectUsers(all, userQuery(query)))
      return answer?.query === JSON.stringify(query) ? answer.listed : undefined
    },
    async load(query, signal) {
      const shown = whileShown(deps, signal)
      offersPaging ??= (await serverExtensions(shown)).has('paging')
      if (!offersPaging) all = await users.list(shown)
      else answer = { query: JSON.stringify(query), listed: listedOf(await readUsers(userQuery(query), shown)) }
    },
    forget() {
      offersPaging = undefined
      all = undefined
      answer = undefined
    },
  }
}

function userQuery({ search, page, size }: SectionQuery): UserListQuery {
  return { ...(search !== '' && { search }), page: page + 1, page_size: size }
}
