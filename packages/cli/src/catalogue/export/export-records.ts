import { posix } from 'node:path'
import { foldText } from '@rapport/core/text/fold-text.ts'
import type { EditableEntity } from '@rapport/core/entities/entity.ts'
import { nameKey } from '@rapport/core/entities/field-values.ts'
import type { RemoteRecord } from '@rapport/core/catalogue/plan/remote-records.ts'
import { keyText } from '@rapport/core/catalogue/plan/match.ts'
import { imageField, type Values } from '@rapport/core/catalogue/read/row.ts'

/** An image to be written: where the server has it, and its path beside the catalogue, with `/`. */
export interface ExportedImage {
  key: string
  url: string
  path: string
}

/** A record as the files get it: without ids, with the path of its image. */
export interface ExportedRecord {
  values: Values
  image: ExportedImage | undefined
}

/** The records of an entity in a fixed order, whatever order the server lists them in. */
export function exportRecords(
  entity: EditableEntity,
  records: readonly RemoteRecord[],
  folder = 'images',
): ExportedRecord[] {
  const taken = new Set<string>()
  const field = imageField(entity)
  // By code unit: every machine sorts alike, whatever language it speaks. Texts that look alike keep their own order.
  const keyed = records.map((record) => {
    const names = entity.key.map((name) => String(record.values[name] ?? ''))
    return { record, names, order: names.map((name) => `${nameKey(name)}\0${name}`).join('\0') }
  })
  const sorted = keyed.toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
  return sorted.map(({ record: { values, image: url }, names }) => {
    if (field === undefined || url === undefined) return { values, image: undefined }
    const stem = posix.join(folder, entity.noun, ...names.map(fileName))
    const image = { key: keyText(entity, values), url, path: freePath(stem, extensionOf(url), taken) }
    return { values: { ...values, [field]: image.path }, image }
  })
}

const MAX_NAME_LENGTH = 80
/** Most file systems take 255: the rest is for a number, the ending, and that of a draft. */
const MAX_NAME_BYTES = 200

/** Lower-case letters and digits of any script, and hyphens: no name leaves its folder or means something to a system. */
function fileName(name: string): string {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu) ?? []
  return cut(words.join('-')) || 'unnamed'
}

/** Between characters: half a pair of surrogates is no name, and the same one whatever the other half was. */
function cut(name: string): string {
  let kept = ''
  for (const character of Array.from(name).slice(0, MAX_NAME_LENGTH)) {
    if (Buffer.byteLength(kept + character) > MAX_NAME_BYTES) break
    kept += character
  }
  return kept
}

function freePath(stem: string, extension: string, taken: Set<string>): string {
  let path = `${stem}${extension}`
  for (let number = 2; taken.has(path); number += 1) path = `${stem}-${number}${extension}`
  taken.add(path)
  return path
}

/** By the address; what the file is, its bytes say when it is read again. */
function extensionOf(url: string): string {
  const extension = posix.extname(url.split(/[?#]/, 1)[0] ?? '').toLowerCase()
  return ['.png', '.jpg', '.jpeg', '.svg', '.webp', '.gif'].includes(extension) ? extension : '.img'
}
