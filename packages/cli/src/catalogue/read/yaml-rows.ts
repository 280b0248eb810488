import { isMap, isNode, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'
import { CATALOGUE } from '#cli/entities/entities.ts'
import type { EditableEntity } from '#cli/entities/entity.ts'
import { readField, type SourceFile } from './csv-rows.ts'
import { fileFields, mistakeIn, type Place, type ReadRows, type Row } from './row.ts'

export interface YamlRows extends ReadRows {
  /** The entities that the file has a list of, empty ones included. */
  entities: EditableEntity[]
}

const TYPES = CATALOGUE.map(({ type }) => type)

/** The rows of these entities in a catalogue in YAML 1.2, of which JSON is a part: a list for each. */
export function readYamlFile(source: SourceFile, only: readonly EditableEntity[] = CATALOGUE): YamlRows {
  const lineCounter = new LineCounter()
  const document = parseDocument(source.text, {
    lineCounter,
    prettyErrors: false,
    // Scalars stay as they are written: an id such as 0123 or 1e3 is a text, and a price keeps its digits.
    schema: 'failsafe',
    customTags: ['null'],
  })
  const read: YamlRows = { rows: [], mistakes: [], entities: [] }
  const placeAt = (offset = 0): Place => {
    const { line, col } = lineCounter.linePos(offset)
    return { file: source.name, line: Math.max(1, line), column: Math.max(1, col) }
  }
  const placeOf = (node: unknown) => placeAt(isNode(node) ? node.range?.[0] : 0)
  for (const { message, pos } of document.errors) read.mistakes.push({ ...placeAt(pos[0]), message: sentence(message) })
  if (read.mistakes.length > 0) return read

  let plain: unknown
  try {
    plain = document.toJS()
  } catch (error) {
    // An undefined alias, or aliases that multiply.
    if (!(error instanceof ReferenceError)) throw error
    return { ...read, mistakes: [{ ...placeAt(), message: sentence(error.message) }] }
  }
  if (plain === null || plain === undefined) return read
  if (!isRecord(plain)) {
    const message = `A catalogue begins with ${TYPES.slice(0, -1).join(', ')} or ${TYPES.at(-1)}.`
    return { ...read, mistakes: [{ ...placeAt(), message }] }
  }
  for (const [name, list] of Object.entries(plain)) {
    const node = document.get(name, true)
    const entity = CATALOGUE.find(({ type }) => type === name)
    if (!entity) {
      const message = `There is no ${JSON.stringify(name)} in a catalogue: ${TYPES.join(', ')}.`
      read.mistakes.push({ ...placeOf(keyNode(document.contents, name)), message })
      continue
    }
    read.entities.push(entity)
    if (list === null || !only.includes(entity)) continue
    if (!Array.isArray(list)) read.mistakes.push({ ...placeOf(node), message: `${name} must be a list.` })
    else for (const [at, written] of list.entries()) readItem(entity, written, document.getIn([name, at], true))
  }
  return read

  function readItem(entity: EditableEntity, written: unknown, node: unknown) {
    const fields = fileFields(entity)
    const names = fields.map(({ name }) => name).join(', ')
    const place = placeOf(node)
    if (!isRecord(written)) {
      read.mistakes.push({ ...place, message: `An entry of ${entity.type} has fields: ${names}.` })
      return
    }
    const keys = Object.keys(written).map((name) => [name, placeOf(valueNode(node, name))] as const)
    const values: Record<string, string | number> = {}
    const row: Row = { entity, place, folder: source.folder, written, values, places: new Map(keys) }
    read.rows.push(row)
    for (const [name, value] of Object.entries(written)) {
      const field = fields.find((known) => known.name === name)
      if (!field) {
        const message = `There is no field ${JSON.stringify(name)} in ${entity.type}: ${names}.`
        read.mistakes.push({ ...placeOf(keyNode(node, name)), message, row, field: name })
      } else if (typeof value === 'string') readField(row, values, field, value, read.mistakes)
      else if (value !== null) read.mistakes.push(mistakeIn(row, name, `${name} must be a single value.`))
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function pairOf(node: unknown, name: string): YAMLMap['items'][number] | undefined {
  return isMap(node) ? node.items.find(({ key }) => String(key) === name) : undefined
}

function keyNode(node: unknown, name: string): unknown {
  return pairOf(node, name)?.key
}

/** The key, where there is no value to point at. */
function valueNode(node: unknown, name: string): Node | undefined {
  const pair = pairOf(node, name)
  const [value, key] = [pair?.value, pair?.key]
  if (isNode(value) && value.range && value.range[1] > value.range[0]) return value
  return isNode(key) ? key : undefined
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`
}
