import { CATALOGUE } from '../entities.ts'
import { type EditableEntity, type Form, inputFields, isRequired, withoutDefaults } from '../entity.ts'
import { valueText } from '../../text/value-text.ts'
import type { ImageFile } from './image-file.ts'
import { fileFields, type FileMistake, imageField, isSameValue, mistakeIn, type Row, type Values } from '../read/row.ts'
import type { Live, LiveRecord } from './live.ts'
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
  live: LiveRecord | undefined
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
  mistakes: FileMistake[]
}

export interface PlanInput {
  rows: readonly Row[]
  /** What is wrong with the files by themselves. */
  mistakes?: readonly FileMistake[]
  live: Live
  /** The entities of which everything is deleted that the files do not name. */
  pruned: readonly EditableEntity[]
  compareImages: CompareImages
}

/** Whether the server has the image that a row names; else the image, with the digest of the one it replaces, or what is wrong. */
export type ImageState = 'served' | { file: ImageFile; replaced?: string } | { mistake: string }

/** Looks at the images of all these rows. */
export type CompareImages = (matches: readonly Match[]) => Promise<ReadonlyMap<Row, ImageState>>

type Inputs = Awaited<ReturnType<EditableEntity['inputs']>>

/** Compares files and server. A row is held to core's inputs unless nothing would be written. */
export async function planChanges(input: PlanInput): Promise<Plan> {
  const { rows, live, pruned, compareImages } = input
  const { matches, mistakes } = matchRows(rows, live)
  const inputs = new Map<EditableEntity, Inputs>()
  for (const entity of live.keys()) inputs.set(entity, await entity.inputs())
  const images = await compareImages(matches.filter(namesFile))
  const changes = matches.map((match) => {
    const { row } = match
    const state = images.get(row) ?? 'served'
    const field = imageField(row.entity) ?? ''
    if (state !== 'served' && 'mistake' in state) mistakes.push(mistakeIn(row, field, `${field}: ${state.mistake}`))
    const change = changeOf(match, state !== 'served' && 'file' in state ? state : undefined)
    const known = inputs.get(row.entity)
    if (isPending(change) && known) mistakes.push(...mistakesOf(change, row, known))
    return change
  })
  const kept = new Set(matches.map((match) => match.live))
  const deletions = CATALOGUE.filter((entity) => pruned.includes(entity)).flatMap((entity) =>
    (live.get(entity) ?? [])
      // What no file can name is not missing from the files.
      .filter((record) => !kept.has(record) && missingKeys(entity, record.values).length === 0)
      .map((record) => deletionOf(entity, record)),
  )
  mistakes.push(...orphansOf(matches, deletions))
  return { changes: [...changes, ...deletions], mistakes: withoutRepeats([...(input.mistakes ?? []), ...mistakes]) }
}

/** Keeps the first error of each field: a wrong value is not missing as well. */
function withoutRepeats(mistakes: readonly FileMistake[]): FileMistake[] {
  const seen = new Map<Row, Set<string>>()
  return mistakes.filter(({ row, field }) => {
    if (!row || field === undefined) return true
    const fields = seen.get(row) ?? new Set()
    seen.set(row, fields)
    return fields.has(field) ? false : fields.add(field)
  })
}

/** The output of a list has the address of an image in place of a path: such an image stays. */
function namesFile({ row, live }: Match): boolean {
  const path = imagePath(row)
  return path !== undefined && path !== live?.image
}

/** Parents before children; deletions last, and children first. What has neither goes with the first. */
export function phasesOf(changes: readonly PendingChange[]): PendingChange[][] {
  const parents = new Set(CATALOGUE.map(({ parent }) => parent?.type))
  const of = (isDeletion: boolean, isFirst: (change: PendingChange) => boolean) => {
    const all = changes.filter(({ action }) => (action === 'delete') === isDeletion)
    return [all.filter(isFirst), all.filter((change) => !isFirst(change))]
  }
  return [...of(false, ({ entity }) => !entity.parent), ...of(true, ({ entity }) => !parents.has(entity.type))]
}

/** The path of a row's image as the file has it. */
export function imagePath({ entity, values }: Row): string | undefined {
  const path = values[imageField(entity) ?? '']
  return path === undefined ? undefined : String(path)
}

function changeOf({ row, key, live, parent }: Match, sent: { file: ImageFile; replaced?: string } | undefined): Change {
  const { entity } = row
  const parentField = entity.parent?.name ?? ''
  const values = { ...live?.values, ...row.values, ...(parent && { [parentField]: parent.name }) }
  const differences = fileFields(entity).flatMap((field): Difference[] => {
    const { name, type } = field
    if (type === 'image') return sent ? [{ field: name, from: live?.image ?? null, to: imagePath(row) ?? null }] : []
    if (!(name in row.values) || type === 'slug' || name === parentField) return []
    const [from, to] = [live?.values[name], row.values[name]]
    if (isSameValue(field, from, to)) return []
    return [{ field: name, from: from ?? (valueText(live?.unreadable[name]) || null), to: to ?? null }]
  })
  const action = !live ? 'create' : differences.length > 0 ? 'update' : 'unchanged'
  const [image, replacedImage] = [sent?.file, sent?.replaced]
  return { entity, action, key, differences, values, row, live, parent, image, replacedImage }
}

/** What the input of core would be given. */
function givenForm({ entity, values, image }: Change): Form {
  const fields = inputFields(entity).map(([name, { type }]) => {
    if (type === 'image') return [name, image && new Blob([], { type: image.type })]
    // The id is known only when the parent is saved; an unknown name is a mistake of its own.
    if (type === 'parent') return [name, String(values[entity.parent?.name ?? ''] ?? '').trim() && '?']
    return [name, values[name]]
  })
  return Object.fromEntries(fields)
}

function mistakesOf(change: PendingChange, row: Row, { create, update }: Inputs): FileMistake[] {
  const { entity, live, parent, values, key } = change
  // Without its parent it is not known whether a record is new.
  const isNew = !live && (!entity.parent || parent !== undefined)
  const isNamed = missingKeys(entity, values).length === 0
  const given = givenForm(change)
  const result = (isNew ? create : update).safeParse(given)
  if (result.success) change.form = isNew ? result.data : withoutDefaults(result.data, given)
  const issues = result.success ? [] : result.error.issues
  const mistakes = issues.map(({ path: [name], message, values: choices }) => {
    const field = name === entity.parent?.id ? (entity.parent?.name ?? '') : String(name)
    const text = choices ? `${JSON.stringify(values[field])} is not one of ${choices.join(', ')}.` : message
    // Most likely it is not meant to be new, and its key was mistyped.
    const isLeftOut = isNew && isNamed && values[field] === undefined
    const why = isLeftOut ? ` ${key} is not on the server, and creating it needs ${field}.` : ''
    return mistakeIn(row, field, `${field}: ${text}${why}`)
  })
  return [...unreadableMistakes(change, row), ...mistakes]
}

/** A change that sends every field would save one that could not be read as empty. */
function unreadableMistakes({ entity, live, values }: Change, row: Row): FileMistake[] {
  return inputFields(entity).flatMap(([name, field]) => {
    const isLost = values[name] === undefined && (entity.savesEveryField || isRequired(field))
    if (!live || !(name in live.unreadable) || !isLost) return []
    const sent = JSON.stringify(live.unreadable[name])
    return [
      mistakeIn(row, name, `${name}: The server has ${sent}, which cannot be read and would be lost. Set a value.`),
    ]
  })
}

function deletionOf(entity: EditableEntity, live: LiveRecord): Change {
  const { values } = live
  const none = { row: undefined, parent: undefined, image: undefined }
  return { entity, action: 'delete', key: keyText(entity, values), differences: [], values, live, ...none }
}

/** Rows that the files put into a record which they leave out, and which would be deleted for that. */
function orphansOf(matches: readonly Match[], deletions: readonly Change[]): FileMistake[] {
  const deleted = new Set(deletions.map(({ live }) => live))
  return matches.flatMap(({ row, parent }) => {
    if (!parent?.live || !deleted.has(parent.live)) return []
    const field = row.entity.parent?.name ?? ''
    const message = `${field}: --prune would delete ${JSON.stringify(parent.name)}, which is missing from the files.`
    return [mistakeIn(row, field, message)]
  })
}
