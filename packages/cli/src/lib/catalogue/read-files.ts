import { readFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { buffer as readAll } from 'node:stream/consumers'
import { CliError, type Mistake, systemReason } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { type ReadRows, readCsvFile, type SourceFile } from './csv-rows.ts'
import { type Kind, KINDS, type Row, type WrittenRow } from './row.ts'
import type { CatalogueFormat } from './catalogue-formats.ts'

export interface FilesInput {
  /** `-` is standard input. */
  files: readonly string[]
  /** Only these are read; all when left out. The only one is what a CSV is of whose name does not tell. */
  only: readonly Kind[] | undefined
}

/** All that the files say together. */
export interface Catalogue {
  rows: Row[]
  /** The kinds that the files speak of: only of those anything may be deleted. */
  kinds: Kind[]
  mistakes: Mistake[]
  formats: CatalogueFormat[]
  /** What is in the place of a row and cannot be read as one. */
  refused: WrittenRow[]
  /** The files with something in them that cannot even be told apart into rows. */
  broken: string[]
}

/** Reads all files. What is wrong inside of them is in `mistakes`; throws CliError for a file that is none. */
export async function readCatalogue({ files, only }: FilesInput, stdin: NodeJS.ReadableStream): Promise<Catalogue> {
  if (files.filter((file) => file === '-').length > 1) {
    throw new CliError('usage', 'Standard input can be read once: give - once.')
  }
  const catalogue: Catalogue = { rows: [], kinds: [], mistakes: [], formats: [], refused: [], broken: [] }
  for (const file of files) {
    const source = await readSource(file, stdin)
    const format = formatOf(file, source.text, only)
    const read =
      format === 'csv' ? readCsv(source, file, only) : (await import('./yaml-rows.ts')).readYamlFile(source, only)
    for (const row of read.rows) catalogue.rows.push(row)
    for (const row of read.refused) catalogue.refused.push(row)
    if (read.isBroken) catalogue.broken.push(source.name)
    catalogue.mistakes.push(...read.mistakes)
    catalogue.kinds.push(...read.kinds)
    catalogue.formats.push(format)
  }
  const kinds = KINDS.filter((kind) => catalogue.kinds.includes(kind))
  const wanted = kinds.filter((kind) => only?.includes(kind) ?? true)
  if (kinds.length === 0 || wanted.length > 0) return { ...catalogue, kinds: wanted }
  throw new CliError('usage', `There are no ${only?.join(' and no ')} in ${files.join(', ')}: ${kinds.join(', ')}.`, {
    hint: 'Name the file that has them, or leave --kind out.',
  })
}

/** The rows of a kind that is wanted, and the kind in any case. */
function readCsv(source: SourceFile, file: string, only: readonly Kind[] | undefined) {
  const words = basename(file)
    .toLowerCase()
    .split(/[^a-z]+/)
  const named = KINDS.filter((kind) => words.includes(kind))
  const [kind, ...others] = named.length === 1 ? named : (only ?? [])
  const isTold = kind !== undefined && others.length === 0
  if (isTold && only?.includes(kind) === false) return { ...NOTHING, kinds: [kind] }
  if (isTold) return { ...readCsvFile(source, kind), kinds: [kind] }
  throw new CliError('kind_needed', `What is ${source.name} of? Its name does not say.`, {
    hint: `Say --kind ${KINDS.join('|')}, or call it ${KINDS.map((one) => `${one}.csv`).join(', ')}.`,
  })
}

const NOTHING: ReadRows = { rows: [], mistakes: [], refused: [], isBroken: false }

/** Whether the first line that says something names a kind, as a catalogue in YAML does. */
function beginsAsYaml(text: string): boolean {
  const line = text.split(/[\r\n]+/).find((one) => !/^\s*(?:#|---|$)/.test(one)) ?? ''
  const [key, ...rest] = line.split(':')
  const name = key?.trim().replaceAll(/["']/g, '')
  return rest.length > 0 && KINDS.some((kind) => kind === name)
}

function formatOf(file: string, text: string, only: readonly Kind[] | undefined): CatalogueFormat {
  const extension = extname(file).toLowerCase()
  if (extension === '.csv') return 'csv'
  if (extension === '.json') return 'json'
  if (extension === '.yaml' || extension === '.yml') return 'yaml'
  if (file !== '-') {
    throw new CliError('bad_file', `${file} is no .yaml, .json or .csv file.`, {
      hint: 'Name it by what it holds, or pass it on standard input: -f -',
    })
  }
  if (text.trimStart().startsWith('{')) return 'json'
  // A CSV does not say what it is of; a catalogue in YAML does.
  return only === undefined || beginsAsYaml(text) ? 'yaml' : 'csv'
}

async function readSource(file: string, stdin: NodeJS.ReadableStream): Promise<SourceFile> {
  const [name, folder] = file === '-' ? ['standard input', '.'] : [file, dirname(file)]
  const bytes = file === '-' ? await readAll(stdin) : await readBytes(file)
  return { name, folder, text: decode(bytes, name).replace(/^\uFEFF/, '') }
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    const code = 'code' in cause ? cause.code : undefined
    if (code === 'ENOENT') throw new CliError('bad_file', `There is no file ${file}.`, { cause })
    if (code === 'EISDIR') {
      const hint = `Name the file in it, such as ${join(file, 'catalogue.yaml')}.`
      throw new CliError('bad_file', `${file} is a folder.`, { hint, cause })
    }
    throw new CliError('bad_file', `${file} cannot be read: ${systemReason(cause)}`, { exitCode: EXIT.failed, cause })
  }
}

/** Bytes that are no UTF-8 would become other names without a word. */
function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new CliError('bad_file', `${name} is not UTF-8.`, {
      hint: 'Save it as UTF-8, in a spreadsheet as CSV UTF-8.',
      cause,
    })
  }
}
