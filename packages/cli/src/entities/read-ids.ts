import { buffer } from 'node:stream/consumers'
import type { Entity } from '@rapport/core/entities/entity.ts'
import { readCsv } from '@rapport/core/text/read-csv.ts'
import { CliError } from '#cli/io/errors.ts'
import { readNamedFile, decodeUtf8 } from '#cli/io/read-file.ts'
import { detectEntity } from './detect-entity.ts'

/** Throws `CliError` if the field names belong to another entity. */
type CheckFields = (fields: readonly string[]) => void

/**
 * Reads ids from a file, or from standard input for `-`: one per line, a CSV with a column `id`, or JSON (an array or lines) of
 * ids or records. The output of `list` in any machine format works. Throws `CliError` naming the line that cannot be read, or
 * the entity that the records belong to.
 */
export function readRecordIds(file: string, stdin: NodeJS.ReadableStream, expected: Entity): Promise<string[]> {
  const name = displayName(file)
  const check = (fields: readonly string[]) => {
    // Items of the trash have their own ids.
    const noun = fields.includes('record_id') ? 'items from the trash' : detectEntity(fields, expected).noun
    if (noun === expected.noun) return
    throw new CliError('other_kind', `${name} contains ${noun}, not ${expected.noun}.`, {
      hint: `Use ids of ${expected.noun}, as rapport ${expected.noun} list prints them.`,
    })
  }
  return readIds(file, stdin, check)
}

function displayName(file: string): string {
  return file === '-' ? 'standard input' : file
}

/** Like `readRecordIds`; `check`, if given, is called with the field names of each record. */
export async function readIds(
  file: string,
  stdin: NodeJS.ReadableStream,
  check: CheckFields = () => undefined,
): Promise<string[]> {
  const name = displayName(file)
  const bytes = file === '-' ? await buffer(stdin) : await readNamedFile(file, 'Specify a file in it.')
  try {
    return parseIds(decodeUtf8(bytes, name), check)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new CliError('bad_file', `${name} cannot be read: ${cause.message}`, {
      hint: 'Use one id per line, a CSV with an id column, or JSON.',
      cause,
    })
  }
}

function parseIds(text: string, check: CheckFields): string[] {
  const trimmed = text.trim()
  if (trimmed.startsWith('[')) {
    const items: unknown[] = JSON.parse(trimmed)
    return items.map((item, index) => readId(item, `Item ${index + 1}`, check))
  }
  const lines = text.split(/\r\n|\n|\r/)
  if (trimmed.startsWith('{')) {
    return lines.flatMap((line, index) =>
      line.trim() === '' ? [] : [readId(parseLine(line, index + 1), `Line ${index + 1}`, check)],
    )
  }
  const [header = ''] = trimmed.split(/\r\n|\n|\r/)
  const names = header.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  if (names.includes('id')) return readIdColumn(text.trimStart(), check)
  if (names.length > 1) throw new SyntaxError('Line 1: the CSV has no column id.')
  // A column without header would be read as ids, so a name in the first line must be `id`.
  if (/^[\p{L}_ -]+$/u.test(header.replaceAll('"', ''))) {
    throw new SyntaxError(`Line 1: the only column is ${JSON.stringify(names[0])}; an id column is needed.`)
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

function readIdColumn(text: string, check: CheckFields): string[] {
  const [header = [], ...rows] = readCsv(text)
  const names = header.map((name) => name.trim())
  check(names)
  const column = names.indexOf('id')
  return rows.flatMap((cells, index) => {
    if (cells.length === 1 && cells[0] === '') return []
    const id = cells[column]?.trim() ?? ''
    if (id === '') throw new SyntaxError(`Row ${index + 1}: the id is missing.`)
    return [id]
  })
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new SyntaxError(`Line ${number} is not JSON.`, { cause })
  }
}

function readId(item: unknown, place: string, check: CheckFields): string {
  if (typeof item === 'object' && item !== null) check(Object.keys(item))
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : item
  if (typeof id === 'number' && Math.abs(id) > Number.MAX_SAFE_INTEGER) {
    throw new SyntaxError(`${place} has an id that is too large for a JSON number: put it in quotes.`)
  }
  if (typeof id === 'string' || typeof id === 'number') return String(id)
  throw new SyntaxError(`${place} has no id.`)
}
