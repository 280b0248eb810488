import { CATALOGUE } from '../../entities/catalogue.ts'
import type { EditableEntity } from '../../entities/entity.ts'
import { nameKey } from '../../text/unique-keys.ts'
import { valueText } from '../../text/value-text.ts'
import { fileFields, type FileIssue, issueAt, type Row, type Values, formatLocation } from '../read/row.ts'
import type { RemoteRecords, RemoteRecord } from './remote-records.ts'

/** The parent of a record: on the server, in the files, or both. */
export interface Parent {
  name: string
  remote: RemoteRecord | undefined
  row: Row | undefined
}

/** A row and the server's record that it describes; `remote` is undefined for a new record. */
export interface Match {
  row: Row
  /** The name in results and messages: `products/com.example.monthly`. */
  key: string
  remote: RemoteRecord | undefined
  parent: Parent | undefined
}

export interface Matches {
  matches: Match[]
  issues: FileIssue[]
}

/** Returns the key values of a record as one text that is unique in its entity, with the parent's id for its name. */
export function toRecordKey({ keyFields, parent, fields }: EditableEntity, values: Values, parentId?: string): string {
  const parts = keyFields.map((name) => {
    if (name === parent?.nameField) return parentId ?? ''
    const text = String(values[name] ?? '').trim()
    return fields[name]?.type === 'code' ? text : nameKey(text)
  })
  return parts.join('\0')
}

/** Returns the key fields that a record lacks. A file cannot name a record without them. */
export function missingKeyFields({ keyFields }: EditableEntity, values: Values): string[] {
  return keyFields.filter((name) => String(values[name] ?? '').trim() === '')
}

/** Returns the name of a record in results and messages, such as `products/com.example.monthly`. */
export function formatKey({ noun, keyFields }: EditableEntity, values: Values): string {
  return `${noun}/${keyFields.map((name) => String(values[name] ?? '').trim()).join('/')}`
}

/** Returns a message for each value that an export or promotion leaves out. */
export function omissionMessages(entity: EditableEntity, records: readonly RemoteRecord[]): string[] {
  return records.flatMap(({ id, values, unreadable }) => {
    const [missingField] = missingKeyFields(entity, values)
    if (missingField !== undefined)
      return [`${entity.singular} ${id} is left out: it has no ${missingField}, which files identify a record by.`]
    return Object.entries(unreadable).map(
      ([field, value]) =>
        `${formatKey(entity, values)}: ${field} is left out: the server has ${JSON.stringify(value)}, which cannot be read.`,
    )
  })
}

/** Finds the record of each row by slug or key. Renames are not guessed. */
export function matchRows(rows: readonly Row[], remote: RemoteRecords): Matches {
  const matches: Match[] = []
  const issues: FileIssue[] = []
  const finders = new Map<string, Finder>()
  for (const entity of CATALOGUE) {
    const finder = createFinder(entity, remote.get(entity) ?? [])
    const parents = finders.get(entity.parent?.noun ?? '')
    finders.set(entity.noun, finder)
    const rowsByRecordKey = new Map<string, Row>()
    for (const row of rows.filter((candidate) => candidate.entity === entity)) {
      const match = matchRow(row, finder, parents, issues)
      const issue = match && repetitionIssue(match, rowsByRecordKey)
      if (issue) issues.push(issue)
      else if (match) {
        matches.push(match)
        finder.add(match)
      }
    }
  }
  return { matches, issues }
}

function matchRow(row: Row, finder: Finder, parents: Finder | undefined, issues: FileIssue[]): Match | undefined {
  const { entity, values } = row
  const parentField = entity.parent?.nameField ?? ''
  const parentName = String(values[parentField] ?? '').trim()
  // The output of `list` names the parent by id where the server leaves out its name.
  const parentId = valueText(row.written[entity.parent?.idField ?? ''])
  const parent = parentName === '' ? parents?.findById(parentId) : parents?.findParent(parentName)
  if (parentName !== '' && !parent) {
    const message = `${parentField}: There is no ${parentField} ${JSON.stringify(parentName)}, neither on the server nor in the input.`
    issues.push(issueAt(row, parentField, message))
  }
  const key = formatKey(entity, parent ? { ...values, [parentField]: parent.name } : values)
  // A new parent cannot have children on the server.
  const candidates =
    entity.parent && !parent?.remote ? [] : finder.find(values, parent?.remote && String(parent.remote.id))
  if (candidates.length <= 1) return { row, key, remote: candidates[0], parent }
  const message = `The server has ${candidates.length} records ${key}. Delete all but one first.`
  issues.push(issueAt(row, entity.keyFields.at(-1) ?? '', message))
  return undefined
}

/** Returns an issue if an earlier row describes the same record. Missing key fields are reported elsewhere. */
function repetitionIssue(
  { row, key, remote, parent }: Match,
  rowsByRecordKey: Map<string, Row>,
): FileIssue | undefined {
  const { entity, values } = row
  if (missingKeyFields(entity, values).length > 0) return undefined
  const recordKey = remote ? `id ${remote.id}` : toRecordKey(entity, values, parent && nameKey(parent.name))
  const firstRow = rowsByRecordKey.get(recordKey)
  if (!firstRow) rowsByRecordKey.set(recordKey, row)
  const { file, line } = firstRow?.location ?? row.location
  return (
    firstRow && issueAt(row, entity.keyFields.at(-1) ?? '', `${key} is already in ${formatLocation({ file, line })}.`)
  )
}

type Finder = ReturnType<typeof createFinder>

/** Creates a finder of the records of an entity. */
function createFinder(entity: EditableEntity, remote: readonly RemoteRecord[]) {
  const nameField = entity.keyFields.at(-1) ?? ''
  const slugField = fileFields(entity).find(({ type }) => type === 'slug')?.name
  const textOf = (values: Values, name = '') => String(values[name] ?? '').trim()
  const bySlug = Map.groupBy(remote, ({ values }) => String(values[slugField ?? ''] ?? ''))
  const byKey = Map.groupBy(remote, ({ values, parentId }) => toRecordKey(entity, values, parentId))
  const addedByName = new Map<string, Parent[]>()
  const addedById = new Map<string, Parent>()

  function find(values: Values, parentId: string | undefined): readonly RemoteRecord[] {
    const slug = textOf(values, slugField)
    const withSlug = slug === '' ? [] : (bySlug.get(slug) ?? [])
    if (withSlug.length > 0) return withSlug
    const candidates = byKey.get(toRecordKey(entity, values, parentId)) ?? []
    if (candidates.length < 2) return candidates
    // Other servers may have names that differ only in letter case.
    const exactMatches = candidates.filter((record) => textOf(record.values, nameField) === textOf(values, nameField))
    return exactMatches.length > 0 ? exactMatches : candidates
  }

  const toParent = (found: RemoteRecord): Parent =>
    addedById.get(String(found.id)) ?? { name: String(found.values[nameField]), remote: found, row: undefined }

  return {
    find,
    /** Registers a row, so that rows of other entities can name it as their parent. */
    add({ row, remote: found }: Match): void {
      const parent = { name: textOf(row.values, nameField), remote: found, row }
      addedByName.set(nameKey(parent.name), [...(addedByName.get(nameKey(parent.name)) ?? []), parent])
      if (found) addedById.set(String(found.id), parent)
    },
    findById(id: string): Parent | undefined {
      const found = remote.find((record) => String(record.id) === id)
      return found && toParent(found)
    },
    /** Finds a parent by its name, its slug, or its name on the server. */
    findParent(reference: string): Parent | undefined {
      const added = addedByName.get(nameKey(reference)) ?? []
      // Two names of a server may differ only in what usually makes no difference.
      const addedParent = added.length > 1 ? added.find(({ name }) => name === reference.trim()) : added[0]
      if (addedParent) return addedParent
      const values = { [nameField]: reference, ...(slugField && { [slugField]: reference }) }
      const [found, ...others] = find(values, undefined)
      return found && others.length === 0 ? toParent(found) : undefined
    },
  }
}
