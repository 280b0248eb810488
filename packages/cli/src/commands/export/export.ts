import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiError } from '@rapport/core/api/api-error.ts'
import type { CatalogueFormat } from '@rapport/core/catalogue/formats.ts'
import { missingKeyFields, omissionMessages } from '@rapport/core/catalogue/plan/match.ts'
import { fetchRemote } from '@rapport/core/catalogue/plan/remote-records.ts'
import { imageField, type Values } from '@rapport/core/catalogue/read/row.ts'
import { writeEntityCsv, writeJson, writeYaml } from '@rapport/core/catalogue/write-catalogue.ts'
import { CATALOGUE, selectEntities } from '@rapport/core/entities/catalogue.ts'
import type { EditableEntity } from '@rapport/core/entities/entity.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'
import { bulkInterruptedError } from '#cli/api/bulk.ts'
import { isTransient } from '#cli/api/retries.ts'
import { catalogueSchema, SCHEMA_FILE } from '#cli/catalogue/export/catalogue-schema.ts'
import { compareWithFiles, type ImageExport, writeImages } from '#cli/catalogue/export/export-images.ts'
import { type ExportedRecord, exportRecords } from '#cli/catalogue/export/export-records.ts'
import { type ImageLock, openImageLock } from '#cli/catalogue/images/image-lock.ts'
import type { Deps } from '#cli/deps.ts'
import { previewNames, requireConsent } from '#cli/io/consent.ts'
import { CliError, type ErrorReport, systemReason } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { readIfExists } from '#cli/io/read-file.ts'
import { replaceFile, catchWriteError } from '#cli/io/replace-file.ts'
import { sha256 } from '#cli/io/sha256.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import { type Document, namesOnly, type Presentation } from '#cli/output/document.ts'
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
  /** Sentences about omitted values. */
  valueMessages: string[]
  /** Errors of images that could not be downloaded. */
  imageMessages: string[]
  /** Whether retrying may help. */
  retryMayHelp: boolean
  /** The number of files that were not attempted after Ctrl-C. */
  remainingCount?: number
}

/** The converted records of one entity. */
interface ExportPart {
  entity: EditableEntity
  records: ExportedRecord[]
}

/** A file with records or their schema. */
interface TextFile {
  path: string
  file: string
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
  const schema = await createSchemaFiles({ dir, format })
  const texts = textFiles(parts, { dir, format }).concat(schema)
  const replacedFiles = await findReplacedFiles(texts, lock)
  await confirmReplacing(
    replacedFiles.concat(imageExports.filter(({ needsConsent }) => needsConsent).map(({ file }) => file)),
    deps,
  )

  const writtenFiles: WrittenFile[] = []
  let remainingCount: number | undefined
  try {
    await writeImages(imageExports, lock, deps)
    const lostImages = new Set(imageExports.filter(({ state }) => state === 'missing').map(({ image }) => image))
    const availableParts = parts.map((part) => withoutImages(part, lostImages))
    for (const text of textFiles(availableParts, { dir, format }).concat(schema))
      writtenFiles.push(await writeTextFile(text, lock))
  } catch (error) {
    if (deps.describe(error).exitCode !== EXIT.interrupted) {
      // Records what was written. If that fails too, the first error is still the one reported.
      await catchWriteError(() => lock.save())
      throw error
    }
    remainingCount =
      texts.length - writtenFiles.length + imageExports.filter(({ state }) => state === 'to write').length
  }
  await lock.save()
  const errors = imageExports.flatMap(({ image, error }) => (error ? [{ image, error }] : []))
  return {
    files: [...writtenFiles, ...imageExports.flatMap((exported) => toWrittenFiles(exported, deps))],
    recordCount: parts.reduce((sum, { records }) => sum + records.length, 0),
    valueMessages: entities.flatMap((entity) => omissionMessages(entity, remote.get(entity) ?? [])),
    imageMessages: errors.map(({ image, error }) => `${image.key}: ${error.message}`),
    retryMayHelp: errors.some(({ error }) => mayPass(error)),
    ...(remainingCount !== undefined && { remainingCount }),
  }
}

/** Creates the folder, once the session is checked and before images are fetched, which takes a while. */
function prepareFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true })
  } catch (cause) {
    throw new CliError('not_written', `The folder ${dir} could not be created: ${systemReason(cause)}`, {
      exitCode: EXIT.failed,
      cause,
    })
  }
}

function toWrittenFiles({ file, state, error }: ImageExport, deps: Deps): WrittenFile[] {
  if (state === 'to write') return []
  return [{ file, status: state, ...(error && { error: deps.describe(error).report }) }]
}

function textFiles(parts: readonly ExportPart[], { dir, format }: Pick<ExportInput, 'dir' | 'format'>): TextFile[] {
  const toTextFile = (path: string, text: string) => ({ path, file: join(dir, path), text })
  const toValues = ({ records }: ExportPart): Values[] => records.map(({ values }) => values)
  if (format === 'csv') {
    return parts.map((part) => toTextFile(`${part.entity.noun}.csv`, writeEntityCsv(part.entity, toValues(part))))
  }
  const records = Object.fromEntries(parts.map((part) => [part.entity.noun, toValues(part)]))
  return [toTextFile(`catalogue.${format}`, format === 'json' ? writeJson(records) : writeYaml(records, HEADER))]
}

/** Returns the schema of a YAML catalogue as a file, for editors; no file for other formats. */
async function createSchemaFiles({ dir, format }: Pick<ExportInput, 'dir' | 'format'>): Promise<TextFile[]> {
  if (format !== 'yaml') return []
  const text = `${JSON.stringify(await catalogueSchema(), null, 2)}\n`
  return [{ path: SCHEMA_FILE, file: join(dir, SCHEMA_FILE), text }]
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

async function findReplacedFiles(texts: readonly TextFile[], lock: ImageLock): Promise<string[]> {
  const replacedFiles: string[] = []
  for (const { path, file, text } of texts) {
    const before = readIfExists(file)?.toString()
    if (before === undefined || textDigest(before) === textDigest(text)) continue
    if (losesEntities(before, text) || !lock.isExported(path, textDigest(before))) replacedFiles.push(file)
  }
  return replacedFiles
}

/** Computes a digest that ignores line ends, which Git may change between machines. */
function textDigest(text: string): string {
  return sha256(text.replaceAll('\r\n', '\n'))
}

/** Returns true if the file contains entities that --kind leaves out. */
function losesEntities(before: string, after: string): boolean {
  // The top-level keys of YAML or JSON as this command writes it.
  const has = (text: string, type: string) =>
    text.split('\n').some((line) => line.startsWith(`${type}:`) || line.startsWith(`  "${type}":`))
  return CATALOGUE.some(({ noun }) => has(before, noun) && !has(after, noun))
}

async function writeTextFile({ path, file, text }: TextFile, lock: ImageLock): Promise<WrittenFile> {
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

export function present(result: ExportResult): Presentation {
  const { files, recordCount, valueMessages, imageMessages, retryMayHelp, remainingCount } = result
  const writtenCount = files.filter(({ status }) => status === 'written').length
  const unchangedCount = files.filter(({ status }) => status === 'unchanged').length
  const columns = [
    { title: 'FILE', text: ({ file }: WrittenFile) => file },
    { title: 'STATUS', text: ({ status }: WrittenFile) => status },
  ]
  const document: Document = {
    shape: 'list',
    rows: files,
    fields: FIELDS,
    // Unchanged files are left out, so that the others are seen.
    table(options) {
      const hidden = options.isQuiet ? ['unchanged', 'written'] : ['unchanged']
      const rows = files.filter(({ status }) => !hidden.includes(status))
      return rows.length === 0 ? '' : renderTable(columns, rows, options)
    },
  }
  if (remainingCount !== undefined) {
    const problem = bulkInterruptedError({
      doneTexts: [`${writtenCount} written`, `${unchangedCount} unchanged`],
      remainingTexts: [`${remainingCount} not tried`],
      sentences: [...valueMessages, ...imageMessages],
    })
    return { document, problem, exitCode: EXIT.interrupted }
  }
  return {
    document,
    info: [
      ...[...valueMessages, ...imageMessages].map(visibleLine),
      `${pluralize(recordCount, 'record')}, ${pluralize(writtenCount, 'file')} written, ${unchangedCount} unchanged`,
    ].join('\n'),
    ...(imageMessages.length > 0 && {
      problem: imagesMissingError(imageMessages.length, retryMayHelp),
      exitCode: EXIT.partial,
    }),
  }
}

function mayPass(error: ApiError): boolean {
  const { status = 0 } = error
  return isTransient(error) || status >= 500 || [408, 425].includes(status)
}

function imagesMissingError(count: number, retryMayHelp: boolean): CliError {
  const nextStep = retryMayHelp ? 'Run the same command again' : 'Upload them again, or ask the operator of the server'
  return new CliError('images_missing', `${pluralize(count, 'image')} could not be downloaded.`, {
    hint: `Everything else was written. ${nextStep}.`,
    exitCode: EXIT.partial,
  })
}
