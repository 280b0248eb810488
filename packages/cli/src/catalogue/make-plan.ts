import { dirname, join } from 'node:path'
import { createImageComparison, type ImageSource } from '@rapport/core/catalogue/plan/compare-images.ts'
import { missingKeyFields, omissionMessages } from '@rapport/core/catalogue/plan/match.ts'
import { type Change, planChanges } from '@rapport/core/catalogue/plan/plan.ts'
import { type RemoteRecord, fetchRemote } from '@rapport/core/catalogue/plan/remote-records.ts'
import { type Catalogue, formatFromName, readSources } from '@rapport/core/catalogue/read/read-sources.ts'
import {
  type FileIssue,
  fileFields,
  type Row,
  type SourceFile,
  formatLocation,
} from '@rapport/core/catalogue/read/row.ts'
import { NOUNS, selectEntities } from '@rapport/core/entities/catalogue.ts'
import type { EditableEntity } from '@rapport/core/entities/entity.ts'
import { requireToken } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { displayName, isPassedByShell, readNamedText } from '#cli/io/read-file.ts'
import { createImageAccess } from './images/download-image.ts'
import { type ImageLocks, openImageLocks } from './images/image-lock.ts'
import { imagesOfFiles, imagesOfServer } from './images/image-sources.ts'
import { readFromSource } from './source-profile.ts'

interface FilesInput {
  /** `-` is standard input. */
  files: readonly string[]
  /** Restricts the kinds. A single one also applies to a CSV whose name does not show its kind. */
  kinds: readonly string[] | undefined
}

export interface PlanOptions {
  prune: boolean
  concurrency: number
}

export interface CataloguePlan {
  catalogue: Catalogue
  changes: Change[]
  /** The issues of all files, in file order. If there are any, nothing is applied. */
  issues: FileIssue[]
  locks: ImageLocks
}

export async function planFromFiles(input: FilesInput & PlanOptions, deps: Deps): Promise<CataloguePlan> {
  const plan = await planFromCatalogue(await readCatalogue(input, deps), imagesOfFiles(deps), input, deps)
  return { ...plan, issues: sortIssues(plan.issues, input.files) }
}

/** Plans the changes that copy the catalogue of another profile. */
export async function planFromProfile(
  source: Deps,
  input: PlanOptions & { kinds: readonly string[] | undefined },
  deps: Deps,
): Promise<CataloguePlan> {
  return planFromCatalogue(await readServer(input.kinds, source), imagesOfServer(source), input, deps)
}

/** Compares a catalogue with the server. */
export async function planFromCatalogue(
  catalogue: Catalogue,
  images: ImageSource,
  { prune, concurrency }: PlanOptions,
  deps: Deps,
): Promise<CataloguePlan> {
  const { rows, entities } = catalogue
  const issues = prune ? [...catalogue.issues, ...(catalogue.valueless ?? [])] : catalogue.issues
  if (!prune) {
    for (const { message, ...location } of catalogue.valueless ?? [])
      deps.terminal.info(`note: ${formatLocation(location)}: ${message}`)
  }
  const locks = openImageLocks()
  try {
    const remote = await fetchRemote(entities, deps.client)
    const compareImages = createImageComparison({ images, concurrency, ...createImageAccess(locks, deps) })
    const plan = await planChanges({ rows, issues, remote, prunedEntities: prune ? entities : [], compareImages })
    return { catalogue, ...plan, locks }
  } catch (error) {
    // The files have these issues whether or not the server responds.
    if (issues.length > 0) return { catalogue, changes: [], issues, locks }
    throw error
  }
}

function sortIssues(issues: readonly FileIssue[], files: readonly string[]): FileIssue[] {
  // Standard input has another name in issues.
  const fileIndex = ({ file }: FileIssue) => files.indexOf(files.includes(file) ? file : '-')
  const compareNumbers = (a: number | undefined, b: number | undefined) => (a ?? 0) - (b ?? 0)
  return issues.toSorted(
    (a, b) => fileIndex(a) - fileIndex(b) || compareNumbers(a.line, b.line) || compareNumbers(a.column, b.column),
  )
}

/** Reads all files and collects their issues. Throws `CliError` for a file that cannot be read. */
async function readCatalogue({ files, kinds }: FilesInput, deps: Pick<Deps, 'stdin' | 'signal'>): Promise<Catalogue> {
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
  const text = await readNamedText(file, deps, `Specify the file in it, such as ${join(file, 'catalogue.yaml')}.`)
  if (!isStream && !formatFromName(file)) {
    throw new CliError('bad_file', `${file} is not a .yaml, .json or .csv file.`, {
      hint: 'Rename it to match its format, or pass it on standard input: -f -',
    })
  }
  return { name: displayName(file), folder: isStream ? '.' : dirname(file), text }
}

/** Reads another server as a catalogue: without ids and slugs, with image URLs. */
async function readServer(kinds: readonly string[] | undefined, source: Deps): Promise<Catalogue> {
  const entities = selectEntities(kinds)
  const remote = await readFromSource(source, async () => {
    requireToken(source.target)
    return fetchRemote(entities, source.client)
  })
  const rows = entities.flatMap((entity) => {
    const records = remote.get(entity) ?? []
    for (const note of omissionMessages(entity, records)) source.terminal.info(`${source.target.profile}: ${note}`)
    const identifiable = records.filter(({ values }) => missingKeyFields(entity, values).length === 0)
    return identifiable.map((record) => toRow(entity, record, source))
  })
  return { rows, entities, issues: [], formats: [] }
}

function toRow(entity: EditableEntity, { values, image, unreadable }: RemoteRecord, { target, profiles }: Deps): Row {
  const fields = fileFields(entity).flatMap(({ name, type }) => {
    if (type === 'slug') return []
    if (type === 'image') {
      const base = `${target.apiUrl}/`
      return image === undefined ? [] : [[name, URL.canParse(image, base) ? new URL(image, base).href : image]]
    }
    // An empty text is a value that the other server should get.
    const value = values[name] ?? (type === 'text' && !(name in unreadable) ? '' : undefined)
    return value === undefined ? [] : [[name, value]]
  })
  return {
    entity,
    location: { file: target.profile },
    // Image digests of the other server are stored beside the profiles.
    folder: dirname(profiles.path),
    written: values,
    values: Object.fromEntries(fields),
    fieldLocations: new Map(),
  }
}
