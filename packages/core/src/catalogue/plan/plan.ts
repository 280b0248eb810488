import { CATALOGUE } from '../entities.ts'
import { type EditableEntity, type Form, inputFields, isRequired, withoutDefaults } from '../../entities/entity.ts'
import { valueText } from '../../text/value-text.ts'
import type { ImageFile } from './image-file.ts'
import { fileFields, type FileIssue, imageField, isSameValue, issueAt, type Row, type Values } from '../read/row.ts'
import type { RemoteRecords, RemoteRecord } from './remote-records.ts'
import { keyText, type Match, matchRows, missingKeys, type Parent } from './match.ts'

export type Action = 'create' | 'update' | 'delete' | 'unchanged'

/** The change of a field. An image is shown by its file. */
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
  /** All values that the record has afterwards. */
  values: Values
  row: Row | undefined
  remote: RemoteRecord | undefined
  parent: Parent | undefined
  /** To be sent. */
  image: ImageFile | undefined
  /** The digest of the server's image that it replaces, if there is one. */
  replacedImage?: string | undefined
  /** What core's input made of it, with stand-ins for the parent's id and the image. */
  form?: Form
}

export type PendingChange = Change & { action: Exclude<Action, 'unchanged'> }

export function isPending(change: Change): change is PendingChange {
  return change.action !== 'unchanged'
}

export interface Plan {
  /** In the order of the files, deletions last. */
  changes: Change[]
  issues: FileIssue[]
}

export interface PlanInput {
  rows: readonly Row[]
  /** What is wrong with the files by themselves. */
  issues?: readonly FileIssue[]
  remote: RemoteRecords
  /** The entities of which everything is deleted that the files do not name. */
  pruned: readonly EditableEntity[]
  compareImages: CompareImages
}

/** Whether the server has the image that a row names; else the image, with the digest of the one it replaces, or what is wrong. */
export type ImageState = 'served' | { file: ImageFile; replaced?: string } | { issue: string }

/** Looks at the images of all these rows. */
export type CompareImages = (matches: readonly Match[]) => Promise<ReadonlyMap<Row, ImageState>>

type Inputs = Awaited<ReturnType<EditableEntity['inputs']>>

/** Compares files and server. A row is held to core's inputs unless nothing would be written. */
export async function planChanges(input: PlanInput): Promise<Plan> {
  const { rows, remote, pruned, compareImages } = input
  const { matches, issues } = matchRows(rows, remote)
  const inputs = new Map<EditableEntity, Inputs>()
  for (const entity of remote.keys()) inputs.set(entity, await entity.inputs())
  const images = await compareImages(matches.filter(namesFile))
  const changes = matches.map((match) => {
    const { row } = match
    const state = images.get(row) ?? 'served'
    const field = imageField(row.entity) ?? ''
    if (state !== 'served' && 'issue' in state) issues.push(issueAt(row, field, `${field}: ${state.issue}`))
    const change = changeOf(match, state !== 'served' && 'file' in state ? state : undefined)
    const known = inputs.get(row.entity)
    if (isPending(change) && known) issues.push(...issuesOf(change, row, known))
    return change
  })
  const kept = new Set(matches.map((match) => match.remote))
  const deletions = CATALOGUE.filter((entity) => pruned.includes(entity)).flatMap((entity) =>
    (remote.get(entity) ?? [])
      // What no file can name is not missing from the files.
      .filter((record) => !kept.has(record) && missingKeys(entity, record.values).length === 0)
      .map((record) => deletionOf(entity, record)),
  )
  issues.push(...orphansOf(matches, deletions))
  return { changes: [...changes, ...deletions], issues: withoutRepeats([...(input.issues ?? []), ...issues]) }
}

/** Keeps the first error of each field: a wrong value is not missing as well. */
function withoutRepeats(issues: readonly FileIssue[]): FileIssue[] {
  const seen = new Map<Row, Set<string>>()
  return issues.filter(({ row, field }) => {
    if (!row || field === undefined) return true
    const fields = seen.get(row) ?? new Set()
    seen.set(row, fields)
    return fields.has(field) ? false : fields.add(field)
  })
}

/** The output of a list has the address of an image in place of a path: such an image stays. */
function namesFile({ row, remote }: Match): boolean {
  const path = imagePath(row)
  return path !== undefined && path !== remote?.image
}

/** Parents before children; deletions last, and children first. What has neither goes with the first. */
export function phasesOf(changes: readonly PendingChange[]): PendingChange[][] {
  const parents = new Set(CATALOGUE.map(({ parent }) => parent?.noun))
  const of = (isDeletion: boolean, isFirst: (change: PendingChange) => boolean) => {
    const all = changes.filter(({ action }) => (action === 'delete') === isDeletion)
    return [all.filter(isFirst), all.filter((change) => !isFirst(change))]
  }
  return [...of(false, ({ entity }) => !entity.parent), ...of(true, ({ entity }) => !parents.has(entity.noun))]
}

/** The path of a row's image as the file has it. */
export function imagePath({ entity, values }: Row): string | undefined {
  const path = values[imageField(entity) ?? '']
  return path === undefined ? undefined : String(path)
}

function changeOf(
  { row, key, remote, parent }: Match,
  sent: { file: ImageFile; replaced?: string } | undefined,
): Change {
  const { entity } = row
  const parentField = entity.parent?.nameField ?? ''
  const values = { ...remote?.values, ...row.values, ...(parent && { [parentField]: parent.name }) }
  const differences = fileFields(entity).flatMap((field): Difference[] => {
    const { name, type } = field
    if (type === 'image') return sent ? [{ field: name, from: remote?.image ?? null, to: imagePath(row) ?? null }] : []
    if (!(name in row.values) || type === 'slug' || name === parentField) return []
    const [from, to] = [remote?.values[name], row.values[name]]
    if (isSameValue(field, from, to)) return []
    return [{ field: name, from: from ?? (valueText(remote?.unreadable[name]) || null), to: to ?? null }]
  })
  const action = !remote ? 'create' : differences.length > 0 ? 'update' : 'unchanged'
  const [image, replacedImage] = [sent?.file, sent?.replaced]
  return { entity, action, key, differences, values, row, remote, parent, image, replacedImage }
}

/** What the input of core would be given. */
function givenForm({ entity, values, image }: Change): Form {
  const fields = inputFields(entity).map(([name, { type }]) => {
    if (type === 'image') return [name, image && new Blob([], { type: image.type })]
    // The id is known only when the parent is saved; an unknown name is an issue of its own.
    if (type === 'parent') return [name, String(values[entity.parent?.nameField ?? ''] ?? '').trim() && '?']
    return [name, values[name]]
  })
  return Object.fromEntries(fields)
}

function issuesOf(change: PendingChange, row: Row, { create, update }: Inputs): FileIssue[] {
  const { entity, remote, parent, values, key } = change
  // Without its parent it is not known whether a record is new.
  const isNew = !remote && (!entity.parent || parent !== undefined)
  const isNamed = missingKeys(entity, values).length === 0
  const given = givenForm(change)
  const result = (isNew ? create : update).safeParse(given)
  if (result.success) change.form = isNew ? result.data : withoutDefaults(result.data, given)
  const refused = result.success ? [] : result.error.issues
  const issues = refused.map(({ path: [name], message, values: choices }) => {
    const field = name === entity.parent?.idField ? (entity.parent?.nameField ?? '') : String(name)
    const text = choices ? `${JSON.stringify(values[field])} is not one of ${choices.join(', ')}.` : message
    // Most likely it is not meant to be new, and its key was mistyped.
    const isLeftOut = isNew && isNamed && values[field] === undefined
    const why = isLeftOut ? ` ${key} is not on the server, and creating it needs ${field}.` : ''
    return issueAt(row, field, `${field}: ${text}${why}`)
  })
  return [...unreadableIssues(change, row), ...issues]
}

/** A change that sends every field would save one that could not be read as empty. */
function unreadableIssues({ entity, remote, values }: Change, row: Row): FileIssue[] {
  return inputFields(entity).flatMap(([name, field]) => {
    const isLost = values[name] === undefined && (entity.savesEveryField || isRequired(field))
    if (!remote || !(name in remote.unreadable) || !isLost) return []
    const sent = JSON.stringify(remote.unreadable[name])
    return [issueAt(row, name, `${name}: The server has ${sent}, which cannot be read and would be lost. Set a value.`)]
  })
}

function deletionOf(entity: EditableEntity, remote: RemoteRecord): Change {
  const { values } = remote
  const none = { row: undefined, parent: undefined, image: undefined }
  return { entity, action: 'delete', key: keyText(entity, values), differences: [], values, remote, ...none }
}

/** Rows that the files put into a record which they leave out, and which would be deleted for that. */
function orphansOf(matches: readonly Match[], deletions: readonly Change[]): FileIssue[] {
  const deleted = new Set(deletions.map(({ remote }) => remote))
  return matches.flatMap(({ row, parent }) => {
    if (!parent?.remote || !deleted.has(parent.remote)) return []
    const field = row.entity.parent?.nameField ?? ''
    const message = `${field}: --prune would delete ${JSON.stringify(parent.name)}, which is missing from the files.`
    return [issueAt(row, field, message)]
  })
}
