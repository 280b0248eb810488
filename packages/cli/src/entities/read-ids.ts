import { columnToField, type LocatedMessage } from '@rapport/core/catalogue/read/row.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import type { Entity } from '@rapport/core/entities/entity.ts'
import { readCsvTable } from '@rapport/core/text/read-csv.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { displayName, readNamedText } from '#cli/io/read-file.ts'
import { ENTITIES } from './kind-option.ts'

/** A record that a file names. */
export interface NamedRecord {
  /** An id, or another reference if `isId` is not true. */
  reference: string
  /** Whether the file says that it is an id. */
  isId: boolean
  /** What the file says about the record besides. */
  fields: Readonly<Record<string, unknown>>
  location: Omit<LocatedMessage, 'message'>
}

interface Format {
  /** The fields that name a record, `id` first. */
  keys: readonly string[]
  /** Throws `CliError` if the field names belong to another entity. */
  check: (fields: readonly string[]) => void
}

/**
 * Reads which records a file names, or standard input for `-`: one per line, a CSV with a column `id` or another of `keys`, or a
 * list of ids or records in JSON (an array or lines) or YAML. The output of `list` in any machine format works. Throws `CliError`
 * naming the line that cannot be read, or the entity that the records belong to instead of `expected`.
 */
export async function readNamedRecords(
  file: string,
  expected: Entity | undefined,
  deps: Pick<Deps, 'stdin' | 'signal'>,
  keys: readonly string[] = ['id'],
): Promise<NamedRecord[]> {
  const name = displayName(file)
  const check = (fields: readonly string[]) => {
    // Items of the trash have their own ids.
    const noun = fields.includes('record_id') ? 'items from the trash' : expected && detectEntity(fields, expected).noun
    if (!expected || noun === expected.noun) return
    throw new CliError('other_kind', `${name} contains ${noun}, not ${expected.noun}.`, {
      hint: `Use ids of ${expected.noun}, as rapport ${expected.noun} list prints them.`,
    })
  }
  const text = await readNamedText(file, deps)
  try {
    const entries = await parseEntries(text, { keys, check })
    return entries.map((entry) => toNamedRecord(entry, name, { keys, check }))
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new CliError('bad_file', `${name} cannot be read: ${cause.message}`, {
      hint: 'Use one id per line, a CSV with an id column, or JSON.',
      cause,
    })
  }
}

const FIELD_NAMES = new Set(ENTITIES.flatMap(({ fields }) => Object.keys(fields)))

interface Entry {
  /** An id or a record. */
  item: unknown
  /** Where it is, for messages: `Line 2`. */
  place: string
  line?: number
}

async function parseEntries(text: string, { keys, check }: Format): Promise<Entry[]> {
  const trimmed = text.trim()
  const isYaml = trimmed.startsWith('- ')
  if (trimmed.startsWith('[') || isYaml) {
    const items: unknown = isYaml ? (await import('#cli/output/yaml-text.ts')).parseYaml(trimmed) : JSON.parse(trimmed)
    return (Array.isArray(items) ? items : []).map((item, index) => ({ item, place: `Item ${index + 1}` }))
  }
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ item: line.trim(), place: `Line ${index + 1}`, line: index + 1 }))
    .filter(({ item }) => item !== '')
  if (trimmed.startsWith('{')) return lines.map((entry) => ({ ...entry, item: parseLine(entry) }))
  const { header, rows } = readCsvTable(text)
  const columns = header.map((column) => columnToField(column))
  if (columns.some((column) => keys.includes(column))) {
    check(columns)
    return rows.map(({ cells, line }) => ({
      item: Object.fromEntries(columns.map((column, index) => [column, cells[index]?.trim() ?? ''])),
      place: `Line ${line}`,
      line,
    }))
  }
  if (columns.length > 1) throw new SyntaxError(`Line 1: the CSV has no column ${keys.join(' or ')}.`)
  // A column without header would be read as ids, so a name in the first line must be `id`.
  const [name = ''] = header
  if (/^[\p{L}_ -]+$/u.test(name) && (keys.length === 1 || FIELD_NAMES.has(columns[0] ?? '')))
    throw new SyntaxError(`Line 1: the only column is ${JSON.stringify(name)}; an id column is needed.`)
  return lines
}

function parseLine({ item, place }: Entry): unknown {
  try {
    return JSON.parse(String(item))
  } catch (cause) {
    throw new SyntaxError(`${place} is not JSON.`, { cause })
  }
}

function toNamedRecord({ item, place, line }: Entry, file: string, { keys, check }: Format): NamedRecord {
  const isRecord = typeof item === 'object' && item !== null
  const fields: Record<string, unknown> = isRecord ? { ...item } : {}
  if (isRecord) check(Object.keys(item))
  const key = keys.find((name) => valueText(fields[name]) !== '') ?? ''
  const reference = isRecord ? fields[key] : item
  if (typeof reference === 'number' && Math.abs(reference) > Number.MAX_SAFE_INTEGER) {
    throw new SyntaxError(`${place} has an id that is too large for a JSON number: put it in quotes.`)
  }
  if (typeof reference !== 'string' && typeof reference !== 'number') throw new SyntaxError(`${place} has no id.`)
  return { reference: String(reference), isId: key === 'id', fields, location: { file, line } }
}

/** Field names that do not tell entities apart; files of other programs have them too. */
const COMMON_FIELDS = new Set(['id', 'name', 'status', 'gender', 'created_at', 'category'])

/** Detects the entity of a record by its field names. Prefers `expected` if it fits. */
function detectEntity(fields: readonly string[], expected: Entity): Entity {
  const matchingEntities = ENTITIES.filter((entity) =>
    Object.keys(entity.fields).some((name) => !COMMON_FIELDS.has(name) && fields.includes(name)),
  )
  // A position may contain its category's name.
  const parents = new Set(
    CATALOGUE.map((entity) => (matchingEntities.includes(entity) ? entity.parent?.noun : undefined)),
  )
  const candidates = matchingEntities.filter(({ noun }) => !parents.has(noun))
  return candidates.includes(expected) ? expected : (candidates[0] ?? expected)
}
