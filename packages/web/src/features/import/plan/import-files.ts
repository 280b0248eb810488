import { formatFromName, readSources } from '@rapport/core/catalogue/read/read-sources.ts'
import type { FileIssue, Row } from '@rapport/core/catalogue/read/row.ts'
import { type CatalogueFormat, CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import { fileSize } from '#ui/images/image-check.ts'

/** A parsed catalogue file. */
export interface ImportFile {
  name: string
  format: CatalogueFormat
  /** Entity nouns in the file. */
  nouns: readonly string[]
  rows: readonly Row[]
  issues: readonly FileIssue[]
  /** Lists without records, from which nothing can be imported. */
  emptyLists: readonly FileIssue[]
}

const IMAGE_NAME = /\.(?:png|jpe?g|svg)$/i
const MAX_BYTES = 50 * 1024 * 1024
const NAMES = CATALOGUE.map(({ noun }) => `${noun}.csv`).join(', ')

/** Sorts files by name into catalogues, which it parses, images, and others, of which it returns the names. */
export async function parseFiles(chosenFiles: readonly File[]) {
  const catalogues = chosenFiles.filter(({ name }) => formatFromName(name))
  const images = chosenFiles.filter(({ name }) => IMAGE_NAME.test(name))
  const otherFiles = chosenFiles.filter((file) => !catalogues.includes(file) && !images.includes(file))
  return { files: await Promise.all(catalogues.map(parseFile)), images, otherNames: otherFiles.map(({ name }) => name) }
}

async function parseFile(file: File): Promise<ImportFile> {
  const { name, size } = file
  const format = formatFromName(name) ?? 'yaml'
  const fileWithIssue = (message: string): ImportFile => ({
    name,
    format,
    nouns: [],
    rows: [],
    issues: [{ file: name, message }],
    emptyLists: [],
  })
  if (size > MAX_BYTES) {
    return fileWithIssue(
      `Files can be at most ${fileSize(MAX_BYTES)}; this one is ${fileSize(size)}. Import it with rapport apply.`,
    )
  }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch (error) {
    if (error instanceof TypeError)
      return fileWithIssue('It is not UTF-8. Save it as UTF-8. In a spreadsheet, choose “CSV UTF-8”.')
    return fileWithIssue('It could not be read. Choose it again.')
  }
  const {
    rows,
    issues,
    valueless = [],
    entities,
    unknownFiles,
  } = await readSources([{ name, folder: '', text }], undefined)
  if (unknownFiles.length > 0) {
    return fileWithIssue(`Cannot tell what this contains. Rename it to one of ${NAMES}.`)
  }
  // Core's message says how to delete all records, which an import never does.
  const message = format === 'csv' ? 'There are no rows below the header.' : 'This list has no records.'
  const emptyLists = valueless.map((list) => Object.assign({}, list, { message }))
  return { name, format, nouns: entities.map(({ noun }) => noun), rows, issues, emptyLists }
}
