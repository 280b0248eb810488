import { hash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { missingKeyFields, omissionMessages } from '@rapport/core/catalogue/plan/match.ts'
import { fetchRemote } from '@rapport/core/catalogue/plan/remote-records.ts'
import { imageField, type Values } from '@rapport/core/catalogue/read/row.ts'
import { writeEntityCsv, writeJson, writeYaml } from '@rapport/core/catalogue/write-catalogue.ts'
import { type CatalogueFormat, CATALOGUE, selectEntities } from '@rapport/core/entities/catalogue.ts'
import type { EditableEntity } from '@rapport/core/entities/entity.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'
import { bulkInterruptedError } from '#cli/api/bulk.ts'
import { catalogueSchema, SCHEMA_FILE } from '#cli/catalogue/export/catalogue-schema.ts'
import { compareWithFiles, writeImages } from '#cli/catalogue/export/export-images.ts'
import { type ExportedRecord, exportRecords } from '#cli/catalogue/export/export-records.ts'
import { type ImageLock, openImageLock } from '#cli/catalogue/images/image-lock.ts'
import type { Deps } from '#cli/deps.ts'
import { previewNames, requireConsent } from '#cli/io/consent.ts'
import { CliError, type ErrorReport, systemReason } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { readIfExists } from '#cli/io/read-file.ts'
import { replaceFile, catchWriteError } from '#cli/io/replace-file.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import { namesOnly, type Presentation } from '#cli/output/document.ts'
import { renderTable } from '#cli/output/table.ts'

const FIELDS = ['file', 'status', 'error']
export const fields = () => namesOnly(FIELDS)

export interface ExportInput {
  dir: string
  kind?: string[]
  format: CatalogueFormat
}

interface WrittenFile {
  file: string
  status: 'written' | 'unchanged' | 'missing' | 'failed'
  /** Why an image is missing or outdated. */
  error?: ErrorReport
}

interface ExportResult {
  files: WrittenFile[]
  recordCount: number
  /** Sentences about omitted values, and about images that could not be downloaded. */
  messages: string[]
}

/** The converted records of one entity. */
interface ExportPart {
  entity: EditableEntity
  records: ExportedRecord[]
}

/** A file with records or their schema; the path is relative to the folder. */
interface TextFile {
  path: string
  text: string
}

const HEADER = `yaml-language-server: $schema=${SCHEMA_FILE}
 Written by rapport export. rapport diff -f tells what differs from it, rapport apply -f makes it so.`

/** Writes the catalogue of the server to files. Files that are up to date are not written. */
export async function run({ dir, kind, format }: ExportInput, deps: Deps): Promise<ExportResult> {
  const entities = selectEntities(kind)
  const remote = await fetchRemote(entities, deps.client)
  const parts = entities.map((entity): ExportPart => {
    const identifiable = (remote.get(entity) ?? []).filter(
      ({ values }) => missingKeyFields(entity, values).length === 0,
    )
    return { entity, records: exportRecords(entity, identifiable) }
  })
  prepareFolder(dir)
  const lock = openImageLock(dir)
  const images = parts.flatMap(({ records }) => records.flatMap(({ image }) => image ?? []))
  const imageExports = await compareWithFiles(images, { dir, lock }, deps)
  const texts = await textFiles(parts, format)
  const replacedTexts = texts.filter((text) => needsConsent(dir, text, lock)).map(({ path }) => join(dir, path))
  const replacedImages = imageExports.filter((image) => image.needsConsent).map(({ file }) => file)
  await confirmReplacing([...replacedTexts, ...replacedImages], deps)

  const files: WrittenFile[] = []
  try {
    await writeImages(imageExports, lock, deps)
    const lostImages = new Set(imageExports.filter(({ state }) => state === 'missing').map(({ image }) => image))
    const availableParts = parts.map((part) => withoutImages(part, lostImages))
    for (const text of await textFiles(availableParts, format)) files.push(await writeTextFile(dir, text, lock))
  } catch (error) {
    // Records what was written. If that fails too, the first error is still the one reported.
    await catchWriteError(() => lock.save())
    if (deps.describe(error).exitCode !== EXIT.interrupted) throw error
    const count = (state: string) =>
      imageExports.filter((image) => image.state === state).length +
      files.filter(({ status }) => status === state).length
    throw bulkInterruptedError({
      doneTexts: [`${count('written')} written`, `${count('unchanged')} unchanged`],
      remainingTexts: [`${count('to write') + texts.length - files.length} not tried`],
    })
  }
  await lock.save()
  return {
    files: [
      ...files,
      ...imageExports.flatMap(({ file, state, error }) =>
        state === 'to write' ? [] : [{ file, status: state, ...(error && { error: deps.describe(error).report }) }],
      ),
    ],
    recordCount: parts.reduce((sum, { records }) => sum + records.length, 0),
    messages: [
      ...entities.flatMap((entity) => omissionMessages(entity, remote.get(entity) ?? [])),
      ...imageExports.flatMap(({ image, error }) => (error ? [`${image.key}: ${error.message}`] : [])),
    ],
  }
}

/** Creates the folder, once the session is checked and before images are fetched, which takes a while. */
function prepareFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true })
  } catch (cause) {
    throw new CliError('not_written', `The folder ${dir} could not be created: ${systemReason(cause)}`, { cause })
  }
}

/** Returns the files of the catalogue, in YAML with their schema for editors. */
async function textFiles(parts: readonly ExportPart[], format: CatalogueFormat): Promise<TextFile[]> {
  const toValues = ({ records }: ExportPart): Values[] => records.map(({ values }) => values)
  if (format === 'csv') {
    return parts.map((part) => ({
      path: `${part.entity.noun}.csv`,
      text: writeEntityCsv(part.entity, toValues(part)),
    }))
  }
  const records = Object.fromEntries(parts.map((part) => [part.entity.noun, toValues(part)]))
  if (format === 'json') return [{ path: 'catalogue.json', text: writeJson(records) }]
  return [
    { path: 'catalogue.yaml', text: writeYaml(records, HEADER) },
    { path: SCHEMA_FILE, text: `${JSON.stringify(await catalogueSchema(), null, 2)}\n` },
  ]
}

/** Removes the paths of images that exist neither on the server nor locally. */
function withoutImages({ entity, records }: ExportPart, lostImages: ReadonlySet<unknown>): ExportPart {
  const field = imageField(entity) ?? ''
  return {
    entity,
    records: records.map(({ values, image }) => ({
      image,
      values: image && lostImages.has(image) ? { ...values, [field]: undefined } : values,
    })),
  }
}

/** Returns true if a file was edited, or contains entities that --kind leaves out. */
function needsConsent(dir: string, { path, text }: TextFile, lock: ImageLock): boolean {
  const before = readIfExists(join(dir, path))?.toString()
  if (before === undefined || textDigest(before) === textDigest(text)) return false
  return losesEntities(before, text) || !lock.isExported(path, textDigest(before))
}

/** Computes a digest that ignores line ends, which Git may change between machines. */
function textDigest(text: string): string {
  return hash('sha256', text.replaceAll('\r\n', '\n'))
}

/** Returns true if the file contains entities that --kind leaves out. */
function losesEntities(before: string, after: string): boolean {
  // The top-level keys of YAML or JSON as this command writes it.
  const has = (text: string, type: string) =>
    text.split('\n').some((line) => line.startsWith(`${type}:`) || line.startsWith(`  "${type}":`))
  return CATALOGUE.some(({ noun }) => has(before, noun) && !has(after, noun))
}

async function writeTextFile(dir: string, { path, text }: TextFile, lock: ImageLock): Promise<WrittenFile> {
  const file = join(dir, path)
  const before = readIfExists(file)?.toString()
  const isUnchanged = before !== undefined && textDigest(before) === textDigest(text)
  if (!isUnchanged) await replaceFile(file, text)
  lock.recordExported(path, textDigest(text))
  return { file, status: isUnchanged ? 'unchanged' : 'written' }
}

async function confirmReplacing(replacedFiles: readonly string[], deps: Deps): Promise<void> {
  if (replacedFiles.length === 0) return
  await requireConsent(deps, {
    action: `Replacing ${replacedFiles.length === 1 ? replacedFiles[0] : `${replacedFiles.length} files`}`,
    lines: [
      'These files differ from the server and were edited, or contain kinds not in this export:',
      ...previewNames(replacedFiles),
    ],
    prompt: 'Replace them?',
    hint: 'rapport diff -f shows the differences. Pass --yes to replace them with what the server has.',
    declinedMessage: 'Nothing was written.',
  })
}

export function present({ files, recordCount, messages }: ExportResult): Presentation {
  const count = (status: WrittenFile['status']) => files.filter((file) => file.status === status).length
  const errors = files.flatMap(({ error }) => error ?? [])
  const columns = [
    { title: 'FILE', text: ({ file }: WrittenFile) => file },
    { title: 'STATUS', text: ({ status }: WrittenFile) => status },
  ]
  return {
    document: {
      shape: 'list',
      rows: files,
      fields: FIELDS,
      // Unchanged files are left out, so that the others are seen.
      table(options) {
        const hidden = options.isQuiet ? ['unchanged', 'written'] : ['unchanged']
        const rows = files.filter(({ status }) => !hidden.includes(status))
        return rows.length === 0 ? '' : renderTable(columns, rows, options)
      },
    },
    info: [
      ...messages.map(visibleLine),
      `${pluralize(recordCount, 'record')}, ${pluralize(count('written'), 'file')} written, ${count('unchanged')} unchanged`,
    ].join('\n'),
    ...(errors.length > 0 && { problem: imagesMissingError(errors), exitCode: EXIT.partial }),
  }
}

function imagesMissingError(errors: readonly ErrorReport[]): CliError {
  const mayPass = errors.some(
    ({ code, status }) =>
      code !== 'bad_response' && (status === null || status >= 500 || [408, 425, 429].includes(status)),
  )
  const nextStep = mayPass ? 'Run the same command again' : 'Upload them again, or ask the operator of the server'
  return new CliError('images_missing', `${pluralize(errors.length, 'image')} could not be downloaded.`, {
    hint: `Everything else was written. ${nextStep}.`,
  })
}
