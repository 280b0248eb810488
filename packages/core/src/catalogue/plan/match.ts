import { CATALOGUE } from '../entities.ts'
import type { EditableEntity } from '../entity.ts'
import { nameKey } from '../field-values.ts'
import { placeText } from '../read/place.ts'
import { fileFields, type FileMistake, mistakeIn, type Row, type Values } from '../read/row.ts'
import type { Live, LiveRecord } from './live.ts'

/** The record that another is put into: one of the server's, or one that the files make. */
export interface Parent {
  name: string
  live: LiveRecord | undefined
  /** Its row in the files. */
  row: Row | undefined
}

/** A row and the record of the server that it describes; none for one that is new. */
export interface Match {
  row: Row
  /** Its name in results and messages: `products/com.example.monthly`. */
  key: string
  live: LiveRecord | undefined
  parent: Parent | undefined
}

export interface Matches {
  matches: Match[]
  mistakes: FileMistake[]
}

/** The key that is unique in its entity, with the id of the parent in place of the parent's name. */
export function identityOf({ key, parent, fields }: EditableEntity, values: Values, parentId?: string): string {
  const parts = key.map((name) => {
    if (name === parent?.name) return parentId ?? ''
    const text = String(values[name] ?? '').trim()
    return fields[name]?.type === 'code' ? text : nameKey(text)
  })
  return parts.join('\0')
}

/** The parts of its key that a record lacks, so that no file can name it. */
export function missingKeys({ key }: EditableEntity, values: Values): string[] {
  return key.filter((name) => String(values[name] ?? '').trim() === '')
}

/** The key of a record in results and messages. */
export function keyText({ type, key }: EditableEntity, values: Values): string {
  return `${type}/${key.map((name) => String(values[name] ?? '').trim()).join('/')}`
}

/** What an export or a promotion leaves out, and why, a sentence each. */
export function unreadableNotes(entity: EditableEntity, records: readonly LiveRecord[]): string[] {
  return records.flatMap(({ id, values, unreadable }) => {
    const [missing] = missingKeys(entity, values)
    if (missing !== undefined)
      return [`${entity.one} ${id} is left out: it has no ${missing}, and files name a record by that.`]
    return Object.entries(unreadable).map(
      ([field, value]) =>
        `${keyText(entity, values)}: ${field} is left out: the server has ${JSON.stringify(value)}, which cannot be read.`,
    )
  })
}

/** Finds the record of each row by its slug, or by its key. Renames are not guessed. */
export function matchRows(rows: readonly Row[], live: Live): Matches {
  const matches: Match[] = []
  const mistakes: FileMistake[] = []
  const finders = new Map<string, Finder>()
  for (const entity of CATALOGUE) {
    const finder = new Finder(entity, live.get(entity) ?? [])
    const parents = finders.get(entity.parent?.type ?? '')
    finders.set(entity.type, finder)
    const taken = new Map<string, Row>()
    for (const row of rows.filter((one) => one.entity === entity)) {
      const match = matchRow(row, finder, parents, mistakes)
      const mistake = match && repeated(match, taken)
      if (mistake) mistakes.push(mistake)
      else if (match) {
        matches.push(match)
        finder.add(match)
      }
    }
  }
  return { matches, mistakes }
}

function matchRow(row: Row, finder: Finder, parents: Finder | undefined, mistakes: FileMistake[]): Match | undefined {
  const { entity, values } = row
  const parentField = entity.parent?.name ?? ''
  const given = String(values[parentField] ?? '').trim()
  const parent = given === '' ? undefined : parents?.parent(given)
  if (given !== '' && !parent) {
    const message = `${parentField}: There is no ${parentField} ${JSON.stringify(given)}, neither on the server nor in the input.`
    mistakes.push(mistakeIn(row, parentField, message))
  }
  const key = keyText(entity, parent ? { ...values, [parentField]: parent.name } : values)
  // A record cannot be in a parent that is yet to be made.
  const candidates = entity.parent && !parent?.live ? [] : finder.find(values, parent?.live && String(parent.live.id))
  if (candidates.length <= 1) return { row, key, live: candidates[0], parent }
  const message = `The server has ${candidates.length} of ${key}: delete all but one first.`
  mistakes.push(mistakeIn(row, entity.key.at(-1) ?? '', message))
  return undefined
}

/** The mistake of a row whose key is there already. A missing part of a key is a mistake of the input. */
function repeated({ row, key, live, parent }: Match, taken: Map<string, Row>): FileMistake | undefined {
  const { entity, values } = row
  if (missingKeys(entity, values).length > 0) return undefined
  const identity = live ? `id ${live.id}` : identityOf(entity, values, parent && nameKey(parent.name))
  const first = taken.get(identity)
  if (!first) taken.set(identity, row)
  const { file, line } = first?.place ?? row.place
  return first && mistakeIn(row, entity.key.at(-1) ?? '', `${key} is in ${placeText({ file, line })} already.`)
}

class Finder {
  readonly #entity: EditableEntity
  readonly #name: string
  readonly #slug: string | undefined
  readonly #bySlug: Map<string, LiveRecord[]>
  readonly #byKey: Map<string, LiveRecord[]>
  readonly #inFiles = new Map<string, Parent>()
  readonly #byId = new Map<string, Parent>()

  constructor(entity: EditableEntity, live: readonly LiveRecord[]) {
    this.#entity = entity
    this.#name = entity.key.at(-1) ?? ''
    this.#slug = fileFields(entity).find(({ type }) => type === 'slug')?.name
    this.#bySlug = Map.groupBy(live, ({ values }) => String(values[this.#slug ?? ''] ?? ''))
    this.#byKey = Map.groupBy(live, ({ values, parentId }) => identityOf(entity, values, parentId))
  }

  find(values: Values, parentId: string | undefined): readonly LiveRecord[] {
    const slug = String(values[this.#slug ?? ''] ?? '').trim()
    const bySlug = slug === '' ? [] : (this.#bySlug.get(slug) ?? [])
    if (bySlug.length > 0) return bySlug
    const candidates = this.#byKey.get(identityOf(this.#entity, values, parentId)) ?? []
    if (candidates.length < 2) return candidates
    // On other servers names may differ in letter case alone.
    const name = String(values[this.#name] ?? '').trim()
    const exact = candidates.filter((record) => String(record.values[this.#name]).trim() === name)
    return exact.length > 0 ? exact : candidates
  }

  /** Makes a row known as what others may belong to. */
  add({ row, live }: Match): void {
    const parent = { name: String(row.values[this.#name] ?? '').trim(), live, row }
    this.#inFiles.set(nameKey(parent.name), parent)
    if (live) this.#byId.set(String(live.id), parent)
  }

  /** The record that a row of another entity means by its name, its slug, or the name it has had so far. */
  parent(given: string): Parent | undefined {
    const named = this.#inFiles.get(nameKey(given))
    if (named) return named
    const [live, ...others] = this.find({ [this.#name]: given, ...(this.#slug && { [this.#slug]: given }) }, undefined)
    if (!live || others.length > 0) return undefined
    return this.#byId.get(String(live.id)) ?? { name: String(live.values[this.#name]), live, row: undefined }
  }
}
