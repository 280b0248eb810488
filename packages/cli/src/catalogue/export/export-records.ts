import { posix } from 'node:path'
import { formatKey } from '@rapport/core/catalogue/plan/match.ts'
import type { RemoteRecord } from '@rapport/core/catalogue/plan/remote-records.ts'
import { imageField, type Values } from '@rapport/core/catalogue/read/row.ts'
import type { EditableEntity } from '@rapport/core/entities/entity.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { nameKey } from '@rapport/core/text/unique-keys.ts'

/** An image to export: its URL, and its path in the folder of the catalogue, with `/`. */
export interface ExportedImage {
  key: string
  url: string
  path: string
}

/** A record as written to files: without ids, with the path of its image. */
export interface ExportedRecord {
  values: Values
  image: ExportedImage | undefined
}

/** Sorts the records of an entity in a fixed order, and converts them. */
export function exportRecords(
  entity: EditableEntity,
  records: readonly RemoteRecord[],
  folder = 'images',
): ExportedRecord[] {
  const takenPaths = new Set<string>()
  const field = imageField(entity)
  // Sorts by code unit, which no locale changes. The name itself breaks ties of folded names.
  const sortableRecords = records.map((record) => {
    const names = entity.keyFields.map((name) => String(record.values[name] ?? ''))
    return { record, names, order: names.map((name) => `${nameKey(name)}\0${name}`).join('\0') }
  })
  const sortedRecords = sortableRecords.toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
  return sortedRecords.map(({ record: { values, image: url }, names }) => {
    if (field === undefined || url === undefined) return { values, image: undefined }
    const stem = posix.join(folder, entity.noun, ...names.map(fileName))
    const image = { key: formatKey(entity, values), url, path: reservePath(stem, imageExtension(url), takenPaths) }
    return { values: { ...values, [field]: image.path }, image }
  })
}

const MAX_NAME_LENGTH = 80
/** Most file systems allow 255 bytes; the rest is for number, extension and temporary suffix. */
const MAX_NAME_BYTES = 200

/** Reduces a name to letters and digits joined by hyphens, which are safe in every file system. */
function fileName(name: string): string {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu) ?? []
  const stem = truncateName(words.join('-')) || 'unnamed'
  return RESERVED_NAME.test(stem) ? `${stem}_` : stem
}

/** Names of devices, which Windows reserves with any extension. */
const RESERVED_NAME = /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/

/** Cuts between characters, never inside a surrogate pair. */
function truncateName(name: string): string {
  let truncated = ''
  for (const character of Array.from(name).slice(0, MAX_NAME_LENGTH)) {
    if (Buffer.byteLength(truncated + character) > MAX_NAME_BYTES) break
    truncated += character
  }
  return truncated
}

function reservePath(stem: string, extension: string, takenPaths: Set<string>): string {
  let path = `${stem}${extension}`
  for (let number = 2; takenPaths.has(path); number += 1) path = `${stem}-${number}${extension}`
  takenPaths.add(path)
  return path
}

/** Returns the extension in the URL. It need not be right: apply detects the type from the bytes. */
function imageExtension(url: string): string {
  const extension = posix.extname(url.split(/[?#]/, 1)[0] ?? '').toLowerCase()
  return ['.png', '.jpg', '.jpeg', '.svg', '.webp', '.gif'].includes(extension) ? extension : '.img'
}
