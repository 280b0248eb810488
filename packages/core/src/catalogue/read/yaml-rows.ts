import { isMap, isNode, LineCounter, type Node, parseDocument, visit, type YAMLMap } from 'yaml'
import { isObject } from '../../api/read/is-object.ts'
import { CATALOGUE, NOUNS } from '../../entities/catalogue.ts'
import type { EditableEntity } from '../../entities/entity.ts'
import { nearest } from '../../text/nearest.ts'
import {
  emptyFieldIn,
  type FileIssue,
  fileFields,
  issueAt,
  noRowsMessage,
  parseFieldInto,
  type RowsAndIssues,
  type Row,
  type SourceFile,
  type SourceLocation,
} from './row.ts'

/** `entities` are those that the file has a list for, even an empty one. */
type YamlRows = RowsAndIssues & { entities: EditableEntity[] }

/**
 * Reads a catalogue in YAML 1.2, which includes JSON: a list per entity. Also reads what `list` prints: records of one entity as
 * a list, or as a line of JSON each, and one record by itself if only its entity is selected.
 */
export function readYamlFile(source: SourceFile, selected: readonly EditableEntity[] = CATALOGUE): YamlRows {
  const lineCounter = new LineCounter()
  const document = parseDocument(linesToList(source.text), {
    lineCounter,
    prettyErrors: false,
    // Scalars stay texts: an id such as 0123 or 1e3 keeps its characters, and a price its digits.
    schema: 'failsafe',
    customTags: ['null'],
  })
  const valueless: FileIssue[] = []
  const result: YamlRows = { rows: [], issues: [], valueless, entities: [] }
  const locationAt = (offset = 0): SourceLocation => {
    const { line, col } = lineCounter.linePos(offset)
    return { file: source.name, line: Math.max(1, line), column: Math.max(1, col) }
  }
  const toLocation = (node: unknown) => locationAt(isNode(node) ? node.range?.[0] : 0)
  const report = (message: string, node?: unknown, issues: FileIssue[] = result.issues) => {
    issues.push({ ...toLocation(node), message })
    return result
  }
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION'))
    return report('This is nested too deeply: a catalogue has lists of records.')
  for (const { code, message, pos } of document.errors) {
    const isSecondDocument = code === 'MULTIPLE_DOCS'
    const issueMessage = isSecondDocument ? 'A catalogue is one document: remove this line.' : toSentence(message)
    result.issues.push({ ...locationAt(pos[0]), message: issueMessage })
  }
  visit(document, {
    Alias(_key, alias, ancestors) {
      if (ancestors.some((node) => isNode(node) && node === alias.resolve(document)))
        report(`The alias *${alias.source} refers to a value that contains it. Write the value out.`, alias)
    },
  })
  if (result.issues.length > 0) return result

  let content: unknown
  try {
    content = document.toJS()
  } catch (error) {
    // The parser throws this for an undefined alias, and for aliases that expand to too many nodes.
    if (error instanceof ReferenceError) return report(toSentence(error.message))
    throw error
  }
  if (content === null || content === undefined) return result
  const readItems = (entity: EditableEntity, items: readonly unknown[], path: readonly string[]) => {
    for (const [index, item] of items.entries()) readItem(entity, item, document.getIn([...path, index], true))
  }
  const listed = Array.isArray(content) ? listedEntity(content, selected) : undefined
  if (listed && Array.isArray(content)) {
    result.entities.push(listed)
    if (content.length === 0) report(noRowsMessage('This list is empty', listed), undefined, valueless)
    readItems(listed, content, [])
    return result
  }
  if (!isObject(content)) return report(`A catalogue begins with ${NOUNS.slice(0, -1).join(', ')} or ${NOUNS.at(-1)}.`)
  const [only, ...others] = selected
  const keys = Object.keys(content)
  if (only && others.length === 0 && keys.length > 0 && !keys.some((key) => NOUNS.includes(key))) {
    result.entities.push(only)
    readItem(only, content, document.contents)
    return result
  }
  const lists = toPairs(document.contents)
  for (const [name, list] of Object.entries(content)) {
    const { key, value } = lists.get(name) ?? {}
    const entity = CATALOGUE.find(({ noun }) => noun === name)
    if (entity) result.entities.push(entity)
    if (!entity) report(`There is no ${JSON.stringify(name)} in a catalogue: ${NOUNS.join(', ')}.`, key)
    else if (!selected.includes(entity)) continue
    else if (list === null) report(noRowsMessage(`${name} has no value`, entity), key, valueless)
    else if (Array.isArray(list)) readItems(entity, list, [name])
    else report(`${name} must be a list.`, value)
  }
  return result

  function readItem(entity: EditableEntity, written: unknown, node: unknown) {
    const fields = fileFields(entity)
    const names = fields.map(({ name }) => name).join(', ')
    if (!isObject(written)) {
      report(`An entry of ${entity.noun} has fields: ${names}.`, node)
      return
    }
    const pairs = toPairs(node)
    const entries = Object.keys(written).map((name) => [name, toLocation(valueNode(pairs.get(name)))] as const)
    const values: Record<string, string | number> = {}
    const { folder } = source
    const row: Row = { entity, location: toLocation(node), folder, written, values, fieldLocations: new Map(entries) }
    result.rows.push(row)
    const isRecord = written['id'] !== undefined
    for (const [name, value] of Object.entries(written)) {
      const field = fields.find((candidate) => candidate.name === name)
      if (!field) {
        // What a server sent may have more than a file, but not what looks mistyped.
        const isOwn = Object.hasOwn(entity.fields, name) || nearest(name, Object.keys(entity.fields)) === undefined
        if (isRecord && isOwn) continue
        const message = `There is no field ${JSON.stringify(name)} in ${entity.noun}: ${names}.`
        result.issues.push({ ...toLocation(pairs.get(name)?.key), message, row, field: name })
        continue
      }
      const text = isObject(value) ? entity.fields[name]?.fileValue?.({ ...written, id: '' }) : value
      if (typeof text === 'string') parseFieldInto(row, values, field, text, result.issues)
      else if (text === null) emptyFieldIn(row, values, field, result.issues)
      else result.issues.push(issueAt(row, name, `${name} must be a single value.`))
    }
  }
}

/** Returns JSON lines as one list, on the same lines. */
function linesToList(text: string): string {
  const lines = text.trimEnd().split('\n')
  const isComplete = (line: string) => /^\s*\{.*\}\s*$/.test(line)
  const isList = lines.length > 1 || /^\s*\{\s*"id"/.test(text)
  return isList && lines.every(isComplete) ? `[${lines.join(',\n')}]` : text
}

/** Returns the entity of a list of records: the only selected one, or the one whose key the first record has. */
function listedEntity(list: readonly unknown[], selected: readonly EditableEntity[]): EditableEntity | undefined {
  if (selected.length === 1) return selected[0]
  const [first] = list
  return selected.find(
    ({ keyFields, parent }) =>
      isObject(first) && keyFields.every((name) => name === parent?.nameField || first[name] !== undefined),
  )
}

type Pair = YAMLMap['items'][number]

function toPairs(node: unknown): ReadonlyMap<string, Pair> {
  return new Map(isMap(node) ? node.items.map((pair) => [String(pair.key), pair]) : [])
}

/** Returns the node of the value, or of the key if the value has no position. */
function valueNode(pair: Pair | undefined): Node | undefined {
  const [value, key] = [pair?.value, pair?.key]
  if (isNode(value) && value.range && value.range[1] > value.range[0]) return value
  return isNode(key) ? key : undefined
}

function toSentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`
}
