import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#cli/deps.ts'
import { CliError, type ErrorReport } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { renderTable } from '#cli/io/table.ts'
import { eachAtOnce } from '#cli/lib/at-once.ts'
import type { CatalogueFormat } from '#cli/lib/catalogue/catalogue-formats.ts'
import { type ExportedImage, type ExportedRecord, exportRecords } from '#cli/lib/catalogue/export-records.ts'
import { digestOf } from '#cli/lib/catalogue/image-file.ts'
import { openImageLock } from '#cli/lib/catalogue/image-lock.ts'
import { readLive } from '#cli/lib/catalogue/live.ts'
import { replaceFile } from '#cli/lib/replace-file.ts'
import { imageField, type Kind, KINDS, type Values } from '#cli/lib/catalogue/row.ts'
import { downloadImage, isWithoutImage, namesDigest, servedDigest } from '#cli/lib/catalogue/served-image.ts'
import { writeJson, writeKindCsv, writeYaml } from '#cli/lib/catalogue/write-catalogue.ts'

export interface ExportInput {
  dir: string
  kind?: Kind[]
  format: CatalogueFormat
}

interface WrittenFile {
  file: string
  status: 'written' | 'unchanged' | 'missing'
  /** Why an image that the server names is not there. */
  error?: ErrorReport
}

interface Exported {
  files: WrittenFile[]
  records: number
  /** What the server says of images that it names and does not give. */
  missing: string[]
}

const CONCURRENCY = 8
const NAMES_SHOWN = 5
const HEADER = 'Written by rapport export. rapport diff -f tells what differs from it, rapport apply -f makes it so.'

/** Writes what the server holds to files; what lies there and is as good is left alone. */
export async function run({ dir, kind = [...KINDS], format }: ExportInput, deps: Deps): Promise<Exported> {
  const kinds = KINDS.filter((one) => kind.includes(one))
  const live = await readLive(kinds, deps)
  const records = exportRecords(live).filter((record) => kinds.includes(record.kind))
  const texts = textFiles(records, kinds, { dir, format })
  const images = await lookAtImages(records, dir, deps)
  const replaced: string[] = []
  for (const { file, text } of texts) if ((await lookAt(file, text)) === 'differs') replaced.push(file)
  for (const { file, state } of images) if (state === 'differs') replaced.push(file)
  await agree(replaced, deps)

  const { missing, lost } = await writeImages(images, deps)
  const files: WrittenFile[] = []
  for (const { file, text } of textFiles(records, kinds, { dir, format, lost })) {
    const isSame = (await lookAt(file, text)) === 'same'
    if (!isSame) await replaceFile(file, text)
    files.push({ file, status: isSame ? 'unchanged' : 'written' })
  }
  for (const { file, state, image } of images) {
    const error = lost.get(image)
    if (error) files.push({ file, status: 'missing', error })
    else files.push({ file, status: state === 'same' ? 'unchanged' : 'written' })
  }
  return { files, records: records.length, missing }
}

/** Images that could not be had, and why. */
type Lost = ReadonlyMap<ExportedImage, ErrorReport>

interface TextOptions {
  dir: string
  format: CatalogueFormat
  lost?: Lost
}

function textFiles(records: readonly ExportedRecord[], kinds: readonly Kind[], { dir, format, lost }: TextOptions) {
  const byKind: Partial<Record<Kind, Values[]>> = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      records.filter((record) => record.kind === kind).map((record) => valuesWithout(record, lost)),
    ]),
  )
  if (format === 'csv') {
    return kinds.map((kind) => ({ file: join(dir, `${kind}.csv`), text: writeKindCsv(kind, byKind[kind] ?? []) }))
  }
  const text = format === 'json' ? writeJson(byKind) : writeYaml(byKind, HEADER)
  return [{ file: join(dir, `catalogue.${format}`), text }]
}

/** The values of a record, without the path of an image that could not be had. */
function valuesWithout({ kind, values, image }: ExportedRecord, lost?: Lost): Values {
  return image && lost?.has(image) ? { ...values, [imageField(kind) ?? '']: undefined } : values
}

interface ImageDraft {
  image: ExportedImage
  file: string
  state: 'none' | 'same' | 'differs'
}

/** A file that the server made its image of is as good as the image: a person's own is not taken away. */
async function lookAtImages(records: readonly ExportedRecord[], dir: string, deps: Deps): Promise<ImageDraft[]> {
  const lock = openImageLock(dir)
  const drafts = records.flatMap(({ image }): ImageDraft[] =>
    image ? [{ image, file: join(dir, image.path), state: 'none' }] : [],
  )
  await eachAtOnce(drafts, CONCURRENCY, async (draft) => {
    const bytes = await readIfThere(draft.file)
    if (bytes === undefined) return
    const { url } = draft.image
    const made = lock.madeOf(digestOf(bytes))
    draft.state = namesDigest(url, made) || made.has(await digestIfServed(url, deps)) ? 'same' : 'differs'
  })
  return drafts
}

async function digestIfServed(url: string, deps: Deps): Promise<string> {
  try {
    return await servedDigest(url, deps)
  } catch (error) {
    // Writing it will fail in the same way, and tell.
    if (isWithoutImage(error)) return ''
    throw error
  }
}

async function lookAt(file: string, text: string): Promise<ImageDraft['state']> {
  const bytes = await readIfThere(file)
  if (bytes === undefined) return 'none'
  return bytes.equals(Buffer.from(text)) ? 'same' : 'differs'
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CliError('bad_file', `${file} cannot be read: ${reason}`, { exitCode: EXIT.failed, cause })
  }
}

async function agree(replaced: readonly string[], { terminal, flags }: Deps): Promise<void> {
  if (replaced.length === 0 || flags.yes) return
  const count = replaced.length === 1 ? (replaced[0] ?? '') : `${replaced.length} files`
  if (!terminal.canAsk) {
    throw new CliError('confirmation_needed', `Replacing ${count} needs --yes: there is nobody to ask.`, {
      hint: 'rapport diff -f shows what is different. Say --yes to replace it with what the server holds.',
    })
  }
  const more = replaced.length > NAMES_SHOWN ? [`  and ${replaced.length - NAMES_SHOWN} more`] : []
  const lines = [
    'These files differ from what the server holds:',
    ...replaced.slice(0, NAMES_SHOWN).map((file) => `  ${file}`),
    ...more,
  ]
  if (await terminal.confirm({ lines, prompt: 'Replace them?' })) return
  throw new CliError('declined', 'Nothing was written.', { exitCode: EXIT.failed })
}

async function writeImages(images: readonly ImageDraft[], deps: Deps) {
  const lost = new Map<ExportedImage, ErrorReport>()
  const missing: string[] = []
  let finished = 0
  const wanted = images.filter(({ state }) => state !== 'same')
  const progress = await deps.terminal.progress(wanted.length, 'Exporting images')
  try {
    await eachAtOnce(wanted, CONCURRENCY, async ({ image, file }) => {
      try {
        await replaceFile(file, await downloadImage(image.url, deps))
      } catch (error) {
        // One image that is not there is told at the end; a server that is not there ends it all.
        if (!isWithoutImage(error)) throw error
        lost.set(image, deps.describe(error).report)
        missing.push(`${image.key}: ${error.message}`)
      }
      progress.update((finished += 1), missing.length)
    })
  } finally {
    progress.stop()
  }
  return { lost, missing }
}

export function present({ files, records, missing }: Exported): Presentation {
  const written = files.filter(({ status }) => status === 'written').length
  const unchanged = files.filter(({ status }) => status === 'unchanged').length
  const talk = [...missing, `${records} records, ${written} files written, ${unchanged} unchanged`].join('\n')
  const columns = [
    { title: 'FILE', text: ({ file }: WrittenFile) => file },
    { title: 'STATUS', text: ({ status }: WrittenFile) => status },
  ]
  return {
    document: {
      shape: 'list',
      rows: files,
      fields: ['file', 'status', 'error'],
      forPeople: (options) => renderTable(columns, files, options),
    },
    talk,
    ...(missing.length > 0 && { problem: imagesMissing(missing.length), exitCode: EXIT.partly }),
  }
}

function imagesMissing(count: number): CliError {
  const images = count === 1 ? 'One image' : `${count} images`
  return new CliError(
    'images_missing',
    `${images} could not be had from the server and ${count === 1 ? 'is' : 'are'} left out.`,
    {
      hint: 'All else was written. Upload them again, or ask whoever runs the server.',
      exitCode: EXIT.partly,
    },
  )
}
