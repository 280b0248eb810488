import { posix } from 'node:path'
import { foldText } from '@rapport/core/fold-text.ts'
import type { Live, LiveRecord } from './live.ts'
import { imageField, type Kind, KINDS, nameKey, type Values } from './row.ts'

/** An image to be written: where the server has it, and its path beside the catalogue, with `/`. */
export interface ExportedImage {
  key: string
  url: string
  path: string
}

/** A record as the files get it: without ids, with the path of its image. */
export interface ExportedRecord {
  kind: Kind
  values: Values
  image: ExportedImage | undefined
}

/** All records in a fixed order, whatever order the server lists them in. */
export function exportRecords(live: Live): ExportedRecord[] {
  const taken = new Set<string>()
  return KINDS.flatMap((kind) => sortedByKey(live[kind]).map((record) => exportRecord(record, taken)))
}

function exportRecord({ kind, values, image: url }: LiveRecord, taken: Set<string>): ExportedRecord {
  const field = imageField(kind)
  if (field === undefined || url === undefined) return { kind, values, image: undefined }
  const names = keyOf({ kind, values }).map(fileName)
  const path = freePath(posix.join('images', kind, ...names), extensionOf(url), taken)
  const key = `${kind}/${keyOf({ kind, values }).join('/')}`
  return { kind, values: { ...values, [field]: path }, image: { key, url, path } }
}

function sortedByKey(records: readonly LiveRecord[]): LiveRecord[] {
  // By code unit: every machine sorts alike, whatever language it speaks. Texts that look alike keep their own order.
  const keyed = records.map((record) => ({
    record,
    key: keyOf(record)
      .map((part) => `${nameKey(part)}\0${part}`)
      .join('\0'),
  }))
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ record }) => record)
}

function keyOf({ kind, values }: Pick<LiveRecord, 'kind' | 'values'>): string[] {
  const fields = {
    categories: ['category_name'],
    positions: ['category', 'subcategory_name'],
    products: ['product_id'],
  }
  return fields[kind].map((field) => String(values[field] ?? ''))
}

const LONGEST_NAME = 80
/** Most file systems take 255: the rest is for a number, the ending, and that of a draft. */
const MOST_BYTES = 200

/** Lower-case letters and digits of any script, and hyphens: no name leaves its folder or means something to a system. */
function fileName(name: string): string {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu) ?? []
  return cut(words.join('-')) || 'unnamed'
}

/** Between characters: half a pair of surrogates is no name, and the same one whatever the other half was. */
function cut(name: string): string {
  let kept = ''
  for (const character of Array.from(name).slice(0, LONGEST_NAME)) {
    if (Buffer.byteLength(kept + character) > MOST_BYTES) break
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
