import { basename, dirname, extname, join } from 'node:path'
import { buffer as readAll } from 'node:stream/consumers'
import { CATALOGUE } from '#cli/entities/entities.ts'
import type { EditableEntity } from '#cli/entities/entity.ts'
import { CliError } from '#cli/io/errors.ts'
import { readNamedFile, utf8Text } from '#cli/io/read-file.ts'
import type { CatalogueFormat } from '../formats.ts'
import { readCsvFile, type SourceFile } from './csv-rows.ts'
import type { FileMistake, ReadRows, Row } from './row.ts'

export interface FilesInput {
  /** `-` is standard input. */
  files: readonly string[]
  /** Reads only these, or all if left out. A single one is the kind of a CSV whose name does not show it. */
  only: readonly string[] | undefined
}

/** All that the files say together. */
export interface Catalogue {
  rows: Row[]
  /** The entities that the files contain: nothing else may be deleted. */
  entities: EditableEntity[]
  mistakes: FileMistake[]
  formats: CatalogueFormat[]
}

const TYPES = CATALOGUE.map(({ type }) => type)

/** Reads all files and collects their mistakes. Throws CliError for a file that cannot be read. */
export async function readCatalogue({ files, only }: FilesInput, stdin: NodeJS.ReadableStream): Promise<Catalogue> {
  if (files.filter((file) => file === '-').length > 1) {
    throw new CliError('usage', 'Standard input can be read once: give - once.')
  }
  const wanted = CATALOGUE.filter(({ type }) => only?.includes(type) ?? true)
  const mentioned = new Set<EditableEntity>()
  const catalogue: Catalogue = { rows: [], entities: [], mistakes: [], formats: [] }
  for (const file of files) {
    const source = await readSource(file, stdin)
    const format = formatOf(file, source.text, only)
    const read =
      format === 'csv'
        ? readCsv(source, file, only ? wanted : undefined)
        : (await import('./yaml-rows.ts')).readYamlFile(source, wanted)
    catalogue.rows.push(...read.rows)
    catalogue.mistakes.push(...read.mistakes)
    catalogue.formats.push(format)
    for (const entity of read.entities) mentioned.add(entity)
  }
  const entities = wanted.filter((entity) => mentioned.has(entity))
  if (mentioned.size === 0 || entities.length > 0) return { ...catalogue, entities }
  const there = CATALOGUE.filter((entity) => mentioned.has(entity)).map(({ type }) => type)
  const missing = wanted.map(({ type }) => type).join(' and no ')
  throw new CliError('usage', `There are no ${missing} in ${files.join(', ')}: ${there.join(', ')}.`, {
    hint: 'Name the file that has them, or leave --kind out.',
  })
}

/** The rows of an entity that is wanted, and the entity in any case. */
function readCsv(
  source: SourceFile,
  file: string,
  only: readonly EditableEntity[] | undefined,
): ReadRows & { entities: EditableEntity[] } {
  const words = basename(file)
    .toLowerCase()
    .split(/[^a-z]+/)
  const named = CATALOGUE.filter(({ type }) => words.includes(type))
  const [entity, ...others] =
    named.length === 1 ? named : only?.length === 1 ? only : entitiesOfHeader(source.text, only)
  if (entity === undefined || others.length > 0) {
    throw new CliError('kind_needed', `What is ${source.name} of? Neither its name nor its first line says.`, {
      hint: `Say --kind ${TYPES.join('|')}, or call it ${TYPES.map((type) => `${type}.csv`).join(', ')}.`,
    })
  }
  if (only?.includes(entity) === false) return { rows: [], mistakes: [], entities: [entity] }
  return { ...readCsvFile(source, entity), entities: [entity] }
}

/** The entities whose key the first line of a CSV has. */
function entitiesOfHeader(text: string, among: readonly EditableEntity[] = CATALOGUE): EditableEntity[] {
  const [header = ''] = text.split(/\r\n|\n|\r/, 1)
  const columns = new Set(header.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
  return among.filter(({ key }) => key.every((name) => columns.has(name)))
}

/** Whether the first line that says something names an entity, as a catalogue in YAML does. */
function beginsAsYaml(text: string): boolean {
  const line = text.split(/[\r\n]+/).find((one) => !/^\s*(?:#|---|$)/.test(one)) ?? ''
  const [key, ...rest] = line.split(':')
  const name = key?.trim().replaceAll(/["']/g, '')
  return rest.length > 0 && TYPES.some((type) => type === name)
}

function formatOf(file: string, text: string, only: FilesInput['only']): CatalogueFormat {
  const extension = extname(file).toLowerCase()
  if (extension === '.csv') return 'csv'
  if (extension === '.json') return 'json'
  if (extension === '.yaml' || extension === '.yml') return 'yaml'
  if (file !== '-') {
    throw new CliError('bad_file', `${file} is not a .yaml, .json or .csv file.`, {
      hint: 'Name it by what it holds, or pass it on standard input: -f -',
    })
  }
  if (text.trimStart().startsWith('{')) return 'json'
  if (beginsAsYaml(text)) return 'yaml'
  return only !== undefined || entitiesOfHeader(text).length > 0 ? 'csv' : 'yaml'
}

async function readSource(file: string, stdin: NodeJS.ReadableStream): Promise<SourceFile> {
  const [name, folder] = file === '-' ? ['standard input', '.'] : [file, dirname(file)]
  const bytes = await (file === '-'
    ? readAll(stdin)
    : readNamedFile(file, `Name the file in it, such as ${join(file, 'catalogue.yaml')}.`))
  return { name, folder, text: utf8Text(bytes, name) }
}
