import { CATALOGUE } from '../../entities/catalogue.ts'
import { type EditableEntity, type Form, inputFields, isRequired, parseInput } from '../../entities/entity.ts'
import type { PriceChange } from '../../entities/products/price-change.ts'
import type { ImageFile } from '../../images/image-kind.ts'
import { valueText } from '../../text/value-text.ts'
import { fileFields, type FileIssue, imageField, isSameValue, issueAt, type Row, type Values } from '../read/row.ts'
import { formatKey, type Match, matchRows, missingKeyFields, type Parent } from './match.ts'
import type { RemoteRecords, RemoteRecord } from './remote-records.ts'

export type Action = 'create' | 'update' | 'delete' | 'unchanged'

/** The change of one field. For an image, `from` is its URL and `to` the path of the file. */
export interface Difference {
  field: string
  from: string | number | null
  to: string | number | null
}

/** The change of one record that makes the server match the files. */
export interface Change {
  entity: EditableEntity
  action: Action
  key: string
  differences: Difference[]
  /** All values of the record after the change. */
  values: Values
  row: Row | undefined
  remote: RemoteRecord | undefined
  parent: Parent | undefined
  /** The image to send. */
  image: ImageFile | undefined
  /** Digest of the server's image that is replaced. */
  replacedDigest?: string | undefined
  /** The validated values, with placeholders for the parent's id and the image. */
  form?: Form
}

export type PendingChange = Change & { action: Exclude<Action, 'unchanged'> }

export function isPending(change: Change): change is PendingChange {
  return change.action !== 'unchanged'
}

export interface Plan {
  /** The changes in the order of the files, deletions last. */
  changes: Change[]
  issues: FileIssue[]
}

export interface PlanInput {
  rows: readonly Row[]
  /** Issues found while reading the files. */
  issues?: readonly FileIssue[]
  remote: RemoteRecords
  /** Entities whose records are deleted if no file names them. */
  prunedEntities: readonly EditableEntity[]
  compareImages: CompareImages
}

/** `served` if the server has the row's image; otherwise the file to send, or why it cannot be read. */
export type ImageState = 'served' | { file: ImageFile; replacedDigest?: string } | { issue: string }

/** Compares the images of all these rows. */
export type CompareImages = (matches: readonly Match[]) => Promise<ReadonlyMap<Row, ImageState>>

type InputSchemas = Awaited<ReturnType<EditableEntity['schemas']>>

/** Compares the files with the server, and validates the rows that change something. */
export async function planChanges(input: PlanInput): Promise<Plan> {
  const { rows, issues: readIssues = [], remote, prunedEntities, compareImages } = input
  const { matches, issues } = matchRows(rows, remote)
  const schemas = new Map<EditableEntity, InputSchemas>()
  for (const entity of remote.keys()) schemas.set(entity, await entity.schemas())
  // The output of `list` names the server's URL, which keeps the image.
  const images = await compareImages(
    matches.filter(({ row, remote: record }) => ![undefined, record?.image].includes(imagePath(row))),
  )
  const changes = matches.map((match) => {
    const { row } = match
    const state = images.get(row) ?? 'served'
    const field = imageField(row.entity) ?? ''
    if (state !== 'served' && 'issue' in state) issues.push(issueAt(row, field, `${field}: ${state.issue}`))
    if (row.values[field] === '' && match.remote?.image !== undefined)
      issues.push(issueAt(row, field, `${field}: An image cannot be removed. Leave the field out to keep it.`))
    const change = toChange(match, state !== 'served' && 'file' in state ? state : undefined)
    const inputSchemas = schemas.get(row.entity)
    if (isPending(change) && inputSchemas) issues.push(...validateChange(change, row, inputSchemas))
    return change
  })
  const matchedRecords = new Set(matches.map((match) => match.remote))
  const deletions = CATALOGUE.filter((entity) => prunedEntities.includes(entity)).flatMap((entity) =>
    (remote.get(entity) ?? [])
      // Records that no file can name are never pruned.
      .filter((record) => !matchedRecords.has(record) && missingKeyFields(entity, record.values).length === 0)
      .map((record) => toDeletion(entity, record)),
  )
  issues.push(...orphanIssues(matches, deletions))
  return { changes: [...changes, ...deletions], issues: withoutRepeats([...readIssues, ...issues]) }
}

/** Keeps the first issue of each field: a wrong value is not reported as missing too. */
function withoutRepeats(issues: readonly FileIssue[]): FileIssue[] {
  const fieldsByRow = new Map<Row, Set<string>>()
  return issues.filter(({ row, field }) => {
    if (!row || field === undefined) return true
    const fields = fieldsByRow.get(row) ?? new Set()
    fieldsByRow.set(row, fields)
    if (fields.has(field)) return false
    fields.add(field)
    return true
  })
}

/**
 * Groups changes into phases: parents are saved before children and deleted after them, and deletions come last. An entity with
 * neither parent nor children is in the first phase of the saves and of the deletions.
 */
export function groupIntoPhases(changes: readonly PendingChange[]): PendingChange[][] {
  const parents = new Set(CATALOGUE.map(({ parent }) => parent?.noun))
  const splitChanges = (isDeletion: boolean, isFirst: (change: PendingChange) => boolean) => {
    const phaseChanges = changes.filter(({ action }) => (action === 'delete') === isDeletion)
    return [phaseChanges.filter(isFirst), phaseChanges.filter((change) => !isFirst(change))]
  }
  return [
    ...splitChanges(false, ({ entity }) => !entity.parent),
    ...splitChanges(true, ({ entity }) => !parents.has(entity.noun)),
  ]
}

export function imagePath({ entity, values }: Row): string | undefined {
  const path = values[imageField(entity) ?? '']
  return path === undefined || path === '' ? undefined : String(path)
}

function toChange(
  { row, key, remote, parent }: Match,
  upload: { file: ImageFile; replacedDigest?: string } | undefined,
): Change {
  const { entity } = row
  const parentField = entity.parent?.nameField ?? ''
  const values = { ...remote?.values, ...row.values, ...(parent && { [parentField]: parent.name }) }
  const differences = fileFields(entity).flatMap((field): Difference[] => {
    const { name, type } = field
    if (type === 'image')
      return upload ? [{ field: name, from: remote?.image ?? null, to: imagePath(row) ?? null }] : []
    if (!(name in row.values) || type === 'slug' || name === parentField) return []
    const [from, to] = [remote?.values[name], row.values[name]]
    if (isSameValue(field, from, to)) return []
    return [{ field: name, from: from ?? (valueText(remote?.unreadable[name]) || null), to: to ?? null }]
  })
  const action = !remote ? 'create' : differences.length > 0 ? 'update' : 'unchanged'
  const [image, replacedDigest] = [upload?.file, upload?.replacedDigest]
  return { entity, action, key, differences, values, row, remote, parent, image, replacedDigest }
}

/** Builds the argument of the schema that validates a change. */
function schemaInput({ entity, values, image, remote }: Change): Form {
  const fields = inputFields(entity).map(([name, { type }]) => {
    if (type === 'image') return [name, image && new Blob([], { type: image.type })]
    // The parent's id is known only after the parent is saved. An unknown parent is reported elsewhere.
    if (type === 'parent') return [name, String(values[entity.parent?.nameField ?? ''] ?? '').trim() && '?']
    // What a new record has no value for gets its default.
    return [
      name,
      !remote && values[name] === '' && (type === 'choice' || type === 'integer') ? undefined : values[name],
    ]
  })
  return Object.fromEntries(fields)
}

function validateChange(change: PendingChange, row: Row, { create, update }: InputSchemas): FileIssue[] {
  const { entity, remote, parent, values, key } = change
  // A row whose parent is unknown may describe a record that exists.
  const isNew = !remote && (!entity.parent || parent !== undefined)
  const hasKey = missingKeyFields(entity, values).length === 0
  const input = schemaInput(change)
  const isEdited = (name: string) =>
    !remote || name === entity.parent?.idField || change.differences.some(({ field }) => field === name)
  const { data, issues: schemaIssues = [] } = parseInput(isNew ? create : update, input, { isNew, isEdited })
  if (data) change.form = data
  const issues = schemaIssues.map(({ path: [name], message, values: choices }) => {
    const field = name === entity.parent?.idField ? (entity.parent?.nameField ?? '') : String(name)
    const reason = choices ? `${JSON.stringify(values[field])} is not one of ${choices.join(', ')}.` : message
    // The key is more likely mistyped than meant as a new record.
    const isOmitted = isNew && hasKey && values[field] === undefined
    const hint = isOmitted ? ` ${key} is not on the server, and creating it needs ${field}.` : ''
    return issueAt(row, field, `${field}: ${reason}${hint}`)
  })
  return [...unreadableIssues(change, row), ...issues]
}

/** Reports unreadable values that a save of every field would overwrite with empty ones. */
function unreadableIssues({ entity, remote, values }: Change, row: Row): FileIssue[] {
  return inputFields(entity).flatMap(([name, field]) => {
    const wouldBeLost = values[name] === undefined && (entity.savesEveryField || isRequired(field))
    if (!remote || !(name in remote.unreadable) || !wouldBeLost) return []
    const value = JSON.stringify(remote.unreadable[name])
    return [
      issueAt(row, name, `${name}: The server has ${value}, which cannot be read and would be lost. Set a value.`),
    ]
  })
}

function toDeletion(entity: EditableEntity, remote: RemoteRecord): Change {
  const { values } = remote
  const noFile = { row: undefined, parent: undefined, image: undefined }
  return { entity, action: 'delete', key: formatKey(entity, values), differences: [], values, remote, ...noFile }
}

/** Reports rows whose parent would be pruned. */
function orphanIssues(matches: readonly Match[], deletions: readonly Change[]): FileIssue[] {
  const deletedRecords = new Set(deletions.map(({ remote }) => remote))
  return matches.flatMap(({ row, parent }) => {
    if (!parent?.remote || !deletedRecords.has(parent.remote)) return []
    const field = row.entity.parent?.nameField ?? ''
    const message = `${field}: --prune would delete ${JSON.stringify(parent.name)}, which is missing from the files.`
    return [issueAt(row, field, message)]
  })
}

/** Returns the price change of an update, if it has one. */
export function priceChanges({ action, key, differences }: Change): PriceChange[] {
  if (action !== 'update') return []
  return differences.flatMap(({ field, from, to }) => (field === 'price' ? [{ key, from, to }] : []))
}
