import { dirname, join } from 'node:path'
import { type Catalogue, formatFromName, readSources } from '@rapport/core/catalogue/read/read-sources.ts'
import type { SourceFile } from '@rapport/core/catalogue/read/row.ts'
import { CATALOGUE, selectEntities } from '@rapport/core/entities/catalogue.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { readNamedFile, decodeUtf8, isPassedByShell } from '#cli/io/read-file.ts'

export interface FilesInput {
  /** `-` is standard input. */
  files: readonly string[]
  /** Restricts the kinds. A single one also applies to a CSV whose name does not show its kind. */
  kinds: readonly string[] | undefined
}

const NOUNS = CATALOGUE.map(({ noun }) => noun)

/** Reads all files and collects their issues. Throws `CliError` for a file that cannot be read. */
export async function readCatalogue(
  { files, kinds }: FilesInput,
  deps: Pick<Deps, 'stdin' | 'signal'>,
): Promise<Catalogue> {
  if (files.filter((file) => file === '-').length > 1) {
    throw new CliError('usage', 'Standard input can be used only once.')
  }
  const selected = selectEntities(kinds)
  const sources: SourceFile[] = []
  for (const file of files) sources.push(await readSource(file, deps))
  const { unknownFiles, ...catalogue } = await readSources(sources, kinds && selected)
  for (const { name } of unknownFiles) {
    throw new CliError('kind_needed', `Cannot tell what ${name} contains.`, {
      hint: `Pass --kind ${NOUNS.join('|')}, or name it ${NOUNS.map((noun) => `${noun}.csv`).join(', ')}.`,
    })
  }
  const entities = catalogue.entities.filter((entity) => selected.includes(entity))
  if (catalogue.entities.length === 0 || entities.length > 0) return { ...catalogue, entities }
  const missingNouns = selected.map(({ noun }) => noun).join(' and no ')
  const foundNouns = catalogue.entities.map(({ noun }) => noun).join(', ')
  throw new CliError('usage', `There are no ${missingNouns} in ${files.join(', ')}, only ${foundNouns}.`, {
    hint: 'Specify the file that has them, or omit --kind.',
  })
}

async function readSource(file: string, deps: Pick<Deps, 'stdin' | 'signal'>): Promise<SourceFile> {
  const isStream = file === '-' || isPassedByShell(file)
  const [name, folder] = [file === '-' ? 'standard input' : file, isStream ? '.' : dirname(file)]
  const bytes = await readNamedFile(file, `Specify the file in it, such as ${join(file, 'catalogue.yaml')}.`, deps)
  if (!isStream && !formatFromName(file)) {
    throw new CliError('bad_file', `${file} is not a .yaml, .json or .csv file.`, {
      hint: 'Rename it to match its format, or pass it on standard input: -f -',
    })
  }
  return { name, folder, text: decodeUtf8(bytes, name) }
}
