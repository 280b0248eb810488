import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from '#cli/deps.ts'
import { CliError, type ErrorReport, systemReason } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Document, Presentation } from '#cli/io/output.ts'
import { renderTable } from '#cli/io/table.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import { interruptedBulk } from '#cli/lib/bulk.ts'
import type { CatalogueFormat } from '#cli/lib/catalogue/catalogue-formats.ts'
import {
  type ImageDraft,
  imagesOfNoRecord,
  lookAtImages,
  lostOf,
  writeImages,
} from '#cli/lib/catalogue/export-images.ts'
import { type ExportLock, openExportLock } from '#cli/lib/catalogue/export-lock.ts'
import { type ExportedImage, type ExportedRecord, exportRecords } from '#cli/lib/catalogue/export-records.ts'
import { readIfThere } from '#cli/lib/catalogue/image-file.ts'
import { withoutCr } from '#cli/lib/catalogue/line-ends.ts'
import { readLive } from '#cli/lib/catalogue/live.ts'
import { imageField, type Kind, KINDS, type Values } from '#cli/lib/catalogue/row.ts'
import { isWithoutImage } from '#cli/lib/catalogue/served-image.ts'
import { writeJson, writeKindCsv, writeYaml } from '#cli/lib/catalogue/write-catalogue.ts'
import { replaceFile, writeFailure } from '#cli/lib/replace-file.ts'

export interface ExportInput {
  dir: string
  kind?: Kind[]
  format: CatalogueFormat
}

interface WrittenFile {
  file: string
  status: 'written' | 'unchanged' | 'missing' | 'failed'
  /** Why an image that the server names is not there, or not brought up to date. */
  error?: ErrorReport
}

interface Exported {
  files: WrittenFile[]
  records: number
  /** What the server says of images that it names and does not give. */
  missing: string[]
  /** Whether some of these may be had another time. */
  mayPass: boolean
  /** Images of earlier exports that no record has any more. */
  gone: string[]
  /** How many files were left when the person interrupted. */
  left?: number
}

const NAMES_SHOWN = 5
const HEADER = 'Written by rapport export. rapport diff -f tells what differs from it, rapport apply -f makes it so.'

/** Writes what the server holds to files; what lies there and is as good is left alone. */
export async function run({ dir, kind = [...KINDS], format }: ExportInput, deps: Deps): Promise<Exported> {
  const kinds = KINDS.filter((one) => kind.includes(one))
  const live = await readLive(kinds, deps)
  const records = exportRecords(live).filter((record) => kinds.includes(record.kind))
  prepareFolder(dir)
  const lock = openExportLock(dir)
  const images = await lookAtImages(records, { dir, lock }, deps)
  const texts = textFiles(records, kinds, { dir, format })
  const replaced = await replacedTexts(texts, lock)
  await agree(replaced.concat(images.filter(({ state }) => state === 'differs').map(({ file }) => file)), deps)

  const written: WrittenFile[] = []
  let gone: string[] = []
  let left: number | undefined
  try {
    await writeImages(images, lock, deps)
    const lost = lostOf(images)
    for (const text of textFiles(records, kinds, { dir, format, lost })) written.push(await writeText(text, lock))
    // Of records that were not read, or whose image may be an earlier one by another name, nobody can tell.
    if (kinds.length === KINDS.length && images.every(({ error }) => !error))
      gone = imagesOfNoRecord(images, { dir, lock })
  } catch (error) {
    if (deps.describe(error).exitCode !== EXIT.interrupted) {
      // What is there by now is an export's. Where the lock cannot be written either, the first failure says why.
      await writeFailure(() => lock.save())
      throw error
    }
    left = texts.length - written.length + images.filter(isLeft).length
  }
  await lock.save()
  const files = [...written, ...images.filter((image) => !isLeft(image)).map((image) => outcomeOf(image, deps))]
  const missing = images.flatMap(({ image, error }) => (error ? [`${image.key}: ${error.message}`] : []))
  const mayPass = images.some(({ error }) => error && !isWithoutImage(error))
  return { files, records: records.length, missing, mayPass, gone, ...(left !== undefined && { left }) }
}

/** Before anything is fetched for it. */
function prepareFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true })
  } catch (cause) {
    throw new CliError('not_written', `The folder ${dir} cannot be made: ${systemReason(cause)}`, {
      exitCode: EXIT.failed,
      cause,
    })
  }
}

function isLeft({ state }: ImageDraft): boolean {
  return state === 'none' || state === 'ours' || state === 'differs'
}

function outcomeOf({ file, state, error }: ImageDraft, deps: Deps): WrittenFile {
  if (error) return { file, status: state === 'failed' ? 'failed' : 'missing', error: deps.describe(error).report }
  return { file, status: state === 'same' ? 'unchanged' : 'written' }
}

interface TextOptions {
  dir: string
  format: CatalogueFormat
  lost?: ReadonlySet<ExportedImage>
}

/** A file of records, by its path in the folder and from here. */
interface TextFile {
  path: string
  file: string
  text: string
}

function textFiles(
  records: readonly ExportedRecord[],
  kinds: readonly Kind[],
  { dir, format, lost }: TextOptions,
): TextFile[] {
  const fileOf = (path: string, text: string) => ({ path, file: join(dir, path), text })
  const byKind: Partial<Record<Kind, Values[]>> = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      records.filter((record) => record.kind === kind).map((record) => valuesWithout(record, lost)),
    ]),
  )
  if (format === 'csv') {
    return kinds.map((kind) => fileOf(`${kind}.csv`, writeKindCsv(kind, byKind[kind] ?? [])))
  }
  const text = format === 'json' ? writeJson(byKind) : writeYaml(byKind, HEADER)
  return [fileOf(`catalogue.${format}`, text)]
}

/** The values of a record, without the path of an image that is lost. */
function valuesWithout({ kind, values, image }: ExportedRecord, lost?: ReadonlySet<ExportedImage>): Values {
  return image && lost?.has(image) ? { ...values, [imageField(kind) ?? '']: undefined } : values
}

/** The texts that would replace what somebody else wrote or changed. */
async function replacedTexts(texts: readonly TextFile[], lock: ExportLock): Promise<string[]> {
  const replaced: string[] = []
  for (const { path, file, text } of texts) {
    const bytes = await readIfThere(file)
    if (!bytes || isSame(bytes, text)) continue
    if (losesKinds(bytes, text) || !lock.isOwn(path, withoutCr(bytes))) replaced.push(file)
  }
  return replaced
}

/** Whether the file has kinds that this export leaves out, which nobody may have meant. */
function losesKinds(bytes: Buffer, text: string): boolean {
  const [before, after] = [kindsIn(bytes.toString()), kindsIn(text)]
  return KINDS.some((kind) => before.has(kind) && !after.has(kind))
}

/** The keys at the top of YAML or JSON as it is written here. */
function kindsIn(text: string): Set<string | undefined> {
  return new Set([...text.matchAll(/^(?: {2}")?(\w+)"?:/gm)].map(([, key]) => key))
}

async function writeText({ path, file, text }: TextFile, lock: ExportLock): Promise<WrittenFile> {
  const bytes = await readIfThere(file)
  const isUnchanged = bytes !== undefined && isSame(bytes, text)
  if (!isUnchanged) await replaceFile(file, text)
  lock.wrote(path, withoutCr(Buffer.from(text)))
  return { file, status: isUnchanged ? 'unchanged' : 'written' }
}

function isSame(bytes: Buffer, text: string): boolean {
  return withoutCr(bytes).equals(withoutCr(Buffer.from(text)))
}

async function agree(replaced: readonly string[], { terminal, flags }: Deps): Promise<void> {
  if (replaced.length === 0 || flags.yes) return
  const count = replaced.length === 1 ? (replaced[0] ?? '') : `${replaced.length} files`
  if (!terminal.canAsk) {
    throw new CliError('confirmation_needed', `Replacing ${count} needs --yes: there is nobody to ask.`, {
      hint: 'rapport diff -f shows what is different. Say --yes to replace it with what the server holds.',
    })
  }
  const lines = [
    'These files differ from what the server holds, and are not as an export of all their kinds left them:',
    ...namesOf(replaced),
  ]
  if (await terminal.confirm({ lines, prompt: 'Replace them?' })) return
  throw new CliError('declined', 'Nothing was written.', { exitCode: EXIT.failed })
}

export function present({ files, records, missing, mayPass, gone, left }: Exported): Presentation {
  const written = files.filter(({ status }) => status === 'written').length
  const unchanged = files.filter(({ status }) => status === 'unchanged').length
  const news = files.filter(({ status }) => status !== 'unchanged')
  const columns = [
    { title: 'FILE', text: ({ file }: WrittenFile) => file },
    { title: 'STATUS', text: ({ status }: WrittenFile) => status },
  ]
  const document: Document = {
    shape: 'list',
    rows: files,
    fields: ['file', 'status', 'error'],
    // Among many that are as they were, what is new would scroll away.
    forPeople: (options) => (news.length === 0 ? '' : renderTable(columns, news, options)),
  }
  if (left !== undefined) {
    const problem = interruptedBulk({
      parts: [`${written} written`, `${unchanged} unchanged`],
      left: [`${left} not tried`],
      more: missing,
    })
    return { document, problem, exitCode: EXIT.interrupted }
  }
  return {
    document,
    talk: [
      ...[...missing, ...goneLines(gone)].map(visibleLine),
      `${counted(records, 'record')}, ${counted(written, 'file')} written, ${unchanged} unchanged`,
    ].join('\n'),
    ...(missing.length > 0 && { problem: imagesMissing(missing.length, mayPass), exitCode: EXIT.partly }),
  }
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}

function goneLines(files: readonly string[]): string[] {
  if (files.length === 0) return []
  const what = files.length === 1 ? 'One image is' : `${files.length} images are`
  return [`${what} of no record any more, and left there:`, ...namesOf(files)]
}

/** The first names, indented, and how many more there are. */
function namesOf(files: readonly string[]): string[] {
  const more = files.length > NAMES_SHOWN ? [`  and ${files.length - NAMES_SHOWN} more`] : []
  return [...files.slice(0, NAMES_SHOWN).map((file) => `  ${file}`), ...more]
}

function imagesMissing(count: number, mayPass: boolean): CliError {
  const next = mayPass ? 'Run the same command again' : 'Upload them again, or ask whoever runs the server'
  const images = count === 1 ? 'One image' : `${count} images`
  return new CliError('images_missing', `${images} could not be had from the server.`, {
    hint: `All else was written. ${next}.`,
    exitCode: EXIT.partly,
  })
}
