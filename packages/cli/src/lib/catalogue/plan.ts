import type { Mistake } from '#cli/io/errors.ts'
import type { ImageFile } from './image-file.ts'
import { issuesOf } from './inputs.ts'
import type { Live, LiveRecord } from './live.ts'
import { type Match, matchRows, type Parent } from './match.ts'
import { FIELDS, imageField, isSameValue, type Kind, KINDS, mistakeAt, placeOf, type Row, type Values } from './row.ts'

export type Action = 'create' | 'update' | 'delete' | 'unchanged'

/** What becomes of a field. Of an image the file is named. */
export interface Difference {
  field: string
  from: string | number | null
  to: string | number | null
}

/** What has to be done about one record so that the server holds what the files say. */
export interface Change {
  kind: Kind
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
}

export interface Plan {
  /** In the order of the files, deletions last. */
  changes: Change[]
  mistakes: Mistake[]
}

export interface PlanInput {
  rows: readonly Row[]
  live: Live
  /** The kinds of which everything is deleted that the files do not name. */
  pruned: readonly Kind[]
  compareImages: CompareImages
}

/** The image that a row names, and whether it is the one that the server has; what is wrong with it otherwise. */
export type ImageState = { file: ImageFile; isServed: boolean } | { mistake: string }

/** Looks at the images of all these rows. */
export type CompareImages = (matches: readonly Match[]) => Promise<ReadonlyMap<Row, ImageState>>

/** Compares files and server. A row is held to core's inputs unless nothing would be written. */
export async function planChanges({ rows, live, pruned, compareImages }: PlanInput): Promise<Plan> {
  const { matches, mistakes } = matchRows(rows, live)
  const images = await compareImages(matches.filter(namesFile))
  const changes = matches.map((match) => {
    const state = images.get(match.row)
    const field = imageField(match.row.kind) ?? ''
    if (state && 'mistake' in state) {
      mistakes.push(mistakeAt(placeOf(match.row, field), `${field}: ${state.mistake}`))
    }
    const change = changeOf(match, state && 'file' in state && !state.isServed ? state.file : undefined)
    if (change.action !== 'unchanged') mistakes.push(...mistakesOf(change, match.row))
    return change
  })
  const deletions = deletionsOf(matches, live, pruned)
  mistakes.push(...orphansOf(matches, deletions))
  return { changes: [...changes, ...deletions], mistakes }
}

/** A list of the server gives the address of an image in place of a path: it stays what it is. */
function namesFile({ row, live }: Match): boolean {
  const path = imagePath(row)
  return path !== undefined && path !== live?.image
}

/** The path of a row's image as the file has it. */
export function imagePath({ kind, values }: Row): string | undefined {
  const path = values[imageField(kind) ?? '']
  return path === undefined ? undefined : String(path)
}

function changeOf({ row, key, live, parent }: Match, image: ImageFile | undefined): Change {
  const values = { ...live?.values, ...row.values, ...(parent && { category: parent.name }) }
  const differences = FIELDS[row.kind].flatMap((field): Difference[] => {
    const { name, type } = field
    if (type === 'image') return image ? [{ field: name, from: live?.image ?? null, to: imagePath(row) ?? null }] : []
    if (!(name in row.values) || type === 'slug' || name === 'category') return []
    const [from, to] = [live?.values[name], row.values[name]]
    return live && isSameValue(field, from, to) ? [] : [{ field: name, from: from ?? null, to: to ?? null }]
  })
  const action = !live ? 'create' : differences.length > 0 ? 'update' : 'unchanged'
  return { kind: row.kind, action, key, differences, values, row, live, parent, image }
}

function mistakesOf({ kind, key, live, parent, values, image }: Change, row: Row): Mistake[] {
  // Whether a position is new and needs an image, its category tells.
  const isNew = !live && (kind !== 'positions' || parent !== undefined)
  const issues = issuesOf({ kind, isNew, values, imageType: image?.type })
  const isNamed = keyFields[kind].every((field) => String(values[field] ?? '').trim() !== '')
  return issues.map(({ field, message }) => {
    // Most likely it is not meant to be new, and its key was mistyped.
    const isLeftOut = isNew && isNamed && values[field] === undefined
    const why = isLeftOut ? ` ${key} is not on the server, and creating it needs ${field}.` : ''
    return mistakeAt(placeOf(row, field), `${message}${why}`)
  })
}

function deletionsOf(matches: readonly Match[], live: Live, pruned: readonly Kind[]): Change[] {
  const kept = new Set(matches.map((match) => match.live))
  return KINDS.flatMap((kind) =>
    pruned.includes(kind) ? live[kind].filter((record) => !kept.has(record)).map(deletionOf) : [],
  )
}

function deletionOf(record: LiveRecord): Change {
  const { kind, values } = record
  const key = `${kind}/${keyFields[kind].map((field) => values[field]).join('/')}`
  return {
    kind,
    action: 'delete',
    key,
    differences: [],
    values,
    row: undefined,
    live: record,
    parent: undefined,
    image: undefined,
  }
}

const keyFields: Record<Kind, readonly string[]> = {
  categories: ['category_name'],
  positions: ['category', 'subcategory_name'],
  products: ['product_id'],
}

/** Positions that the files put into a category which they leave out, and which would be deleted for that. */
function orphansOf(matches: readonly Match[], deletions: readonly Change[]): Mistake[] {
  const deleted = new Set(deletions.map(({ live }) => live))
  return matches.flatMap(({ row, parent }) => {
    if (!parent?.live || !deleted.has(parent.live)) return []
    const message = `category: --prune would delete ${JSON.stringify(parent.name)}, which the files do not name as a category.`
    return [mistakeAt(placeOf(row, 'category'), message)]
  })
}
