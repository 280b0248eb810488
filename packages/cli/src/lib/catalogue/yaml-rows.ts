import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml'
import type { Mistake } from '#cli/io/errors.ts'
import { placesIn, type ReadRows, type SourceFile } from './csv-rows.ts'
import {
  FIELDS,
  type Field,
  fieldValue,
  KINDS,
  type Kind,
  mistakeAt,
  type Place,
  type Row,
  type WrittenRow,
} from './row.ts'

export interface YamlRows extends ReadRows {
  /** The kinds that the file speaks of, those with an empty list too. */
  kinds: Kind[]
}

/** The rows of these kinds in a catalogue in YAML 1.2, of which JSON is a part: a list for each kind. */
export function readYamlFile(source: SourceFile, only: readonly Kind[] = KINDS): YamlRows {
  const document = parseDocument(source.text, { prettyErrors: false, strict: true, uniqueKeys: true })
  const placeAt = placesIn(source)
  const reader = new CatalogueReader(document, source.folder, placeAt)
  for (const { message, pos } of [...document.errors, ...lostAliases(document)]) {
    reader.isBroken = true
    reader.mistakes.push(mistakeAt(placeAt(pos[0]), sentence(message)))
  }
  if (!reader.isBroken) reader.readRoot(only)
  return reader
}

interface YamlMistake {
  message: string
  pos: readonly [number, ...unknown[]]
}

/** Aliases that stand for nothing, or for what they are a part of. */
function lostAliases(document: Document.Parsed): YamlMistake[] {
  const mistakes: YamlMistake[] = []
  visit(document, {
    Alias(_key, alias, path) {
      const target = alias.resolve(document)
      const pos = [alias.range?.[0] ?? 0] as const
      if (!target) mistakes.push({ pos, message: `There is no &${alias.source} before *${alias.source}.` })
      else if (path.includes(target)) mistakes.push({ pos, message: `*${alias.source} stands inside of itself.` })
    },
  })
  return mistakes
}

class CatalogueReader implements YamlRows {
  readonly kinds: Kind[] = []
  readonly rows: Row[] = []
  readonly mistakes: Mistake[] = []
  readonly refused: WrittenRow[] = []
  isBroken = false
  readonly #document: Document.Parsed
  readonly #folder: string
  readonly #placeAt: (offset: number) => Place

  constructor(document: Document.Parsed, folder: string, placeAt: (offset: number) => Place) {
    this.#document = document
    this.#folder = folder
    this.#placeAt = placeAt
  }

  readRoot(only: readonly Kind[]) {
    const root = this.#resolved(this.#document.contents)
    if (isEmpty(root)) return
    if (!isMap(root)) return this.#broken(root, `A catalogue begins with ${listed(KINDS)}.`)
    for (const { key, value } of root.items) {
      const name = textOf(key)
      const kind = KINDS.find((known) => known === name)
      const list = this.#resolved(value)
      if (!kind) {
        this.#broken(key, `There is no ${JSON.stringify(name)} in a catalogue: ${KINDS.join(', ')}.`)
        continue
      }
      this.kinds.push(kind)
      if (isEmpty(list) || !only.includes(kind)) continue
      if (!isSeq(list)) this.#broken(list, `${kind} must be a list.`)
      else for (const item of list.items) this.#readRow(kind, this.#resolved(item))
    }
  }

  #readRow(kind: Kind, item: unknown) {
    if (!isMap(item)) {
      this.refused.push({ kind, place: this.#place(item), folder: this.#folder, written: this.#written(item) })
      return this.#mistake(item, `An entry of ${kind} has fields: ${namesOf(kind)}.`)
    }
    const values: Record<string, string | number> = {}
    const written: Record<string, unknown> = {}
    const places = new Map<string, Place>()
    for (const { key, value } of item.items) {
      const name = textOf(key)
      const node = this.#resolved(value)
      const field = FIELDS[kind].find((known) => known.name === name)
      written[name] = this.#written(node, field)
      if (!field) {
        places.set(name, this.#place(key))
        this.#mistake(key, `There is no field ${JSON.stringify(name)} in ${kind}: ${namesOf(kind)}.`)
        continue
      }
      places.set(name, this.#place(isEmpty(node) ? key : node))
      const read = this.#readValue(field, node)
      if (read !== undefined) values[name] = read
    }
    this.rows.push({ kind, values, written, places, place: this.#placeOfMap(item), folder: this.#folder })
  }

  #readValue(field: Field, node: unknown): string | number | undefined {
    if (isEmpty(node)) return undefined
    if (!isScalar(node)) {
      this.#mistake(node, `${field.name} must be a single value.`)
      return undefined
    }
    try {
      return fieldValue(field, scalarText(node))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      this.#mistake(node, error.message)
      return undefined
    }
  }

  #resolved(node: unknown): unknown {
    return isAlias(node) ? node.resolve(this.#document) : node
  }

  #placeOfMap(map: YAMLMap): Place {
    return this.#place(map.items[0]?.key ?? map)
  }

  #place(node: unknown): Place {
    const range = isNode(node) ? node.range : undefined
    return this.#placeAt(range?.[0] ?? 0)
  }

  /** A number stays one where it means the same when it is written out: as a price, or by its digits. */
  #written(node: unknown, field?: Field): unknown {
    if (!isScalar(node)) return isNode(node) ? this.#plain(node) : null
    const text = scalarText(node)
    const isNumeric = field?.type === 'decimal' || field?.type === 'whole'
    const isSame = String(node.value) === text || (isNumeric && /^-?\d+\.\d+$/.test(text))
    return isSame || isEmpty(node) ? node.value : text
  }

  /** Undefined for what would grow without measure. */
  #plain(node: Node): unknown {
    try {
      return node.toJS(this.#document)
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error
      return this.#broken(node, 'It has too many aliases of aliases.')
    }
  }

  #broken(node: unknown, message: string) {
    this.isBroken = true
    this.#mistake(node, message)
  }

  #mistake(node: unknown, message: string) {
    this.mistakes.push(mistakeAt(this.#place(node), message))
  }
}

function isNode(node: unknown): node is Node {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)
}

function isEmpty(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null)
}

function textOf(key: unknown): string {
  return isScalar(key) ? scalarText(key) : String(key)
}

/** What is written there: an id such as 0123 or 1e3 is a text, not the number that YAML makes of it. */
function scalarText({ value, source }: Scalar): string {
  return typeof value === 'string' ? value : (source ?? String(value))
}

function namesOf(kind: Kind): string {
  return FIELDS[kind].map(({ name }) => name).join(', ')
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`
}
