import { extname } from 'node:path'
import { causeCode } from '@rapport/core/api/api-error.ts'
import {
  MAX_IMAGE_BYTES,
  detectMediaType,
  formatImageLimit,
  imageLimit,
  UNSUPPORTED_TYPE,
} from '@rapport/core/images/image-kind.ts'
import type { Deps } from '#cli/deps.ts'
import { systemReason } from '#cli/io/errors.ts'
import { readLocalFile, readStream } from '#cli/io/read-file.ts'
import { InvalidValue } from './validate-input.ts'

const IMAGE_KINDS: readonly { type: string; name: string; extensions: readonly string[] }[] = [
  { type: 'image/png', name: 'PNG', extensions: ['.png'] },
  { type: 'image/jpeg', name: 'JPEG', extensions: ['.jpg', '.jpeg'] },
  { type: 'image/svg+xml', name: 'SVG', extensions: ['.svg'] },
]

/**
 * Reads an image from a file, or from standard input for `-`. The media type comes from the bytes; the local file name is not
 * sent. Returns `InvalidValue` for a file that is missing, empty, too large, or has the extension of another type; the entity's
 * input refuses types that it does not accept.
 */
export async function readImage(file: string, deps: Pick<Deps, 'stdin' | 'signal'>): Promise<File | InvalidValue> {
  const { stdin, signal } = deps
  if (file === '-' && stdin.isTTY) return new InvalidValue('Pipe the image into standard input, or pass its file.')
  const bytes = await (file === '-'
    ? readStream(stdin, { signal, maxBytes: MAX_IMAGE_BYTES })
    : readImageBytes(file, signal))
  if (bytes instanceof InvalidValue) return bytes
  const name = file === '-' ? 'Standard input' : file
  if (bytes.length === 0) return new InvalidValue(`${name} is empty.`)
  const type = detectMediaType(bytes)
  const kind = IMAGE_KINDS.find((candidate) => candidate.type === type)
  if (bytes.length > imageLimit(type)) return tooLarge(name, type)
  const extension = file === '-' ? '' : extname(file).toLowerCase()
  const extensionKind = IMAGE_KINDS.find(({ extensions }) => extensions.includes(extension))
  if (kind && extensionKind && extensionKind !== kind) {
    return new InvalidValue(
      `${file} has a ${extensionKind.name} extension but is a ${kind.name}. Rename or convert it.`,
    )
  }
  // An unknown extension, such as .gif, is refused regardless of the bytes.
  const hasOtherExtension = extension !== '' && extensionKind === undefined
  return new File([bytes], `image${kind?.extensions[0] ?? ''}`, { type: hasOtherExtension ? UNSUPPORTED_TYPE : type })
}

function tooLarge(name: string, type?: string): InvalidValue {
  const subject = type === 'image/svg+xml' ? 'an SVG image' : 'an image'
  return new InvalidValue(`${name} is too large: ${subject} can be at most ${formatImageLimit(type)}.`)
}

async function readImageBytes(file: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | InvalidValue> {
  try {
    return await readLocalFile(file, { signal, maxBytes: MAX_IMAGE_BYTES })
  } catch (cause) {
    const code = causeCode(cause)
    if (code === '' || signal.aborted) throw cause
    if (code === 'ENOENT') return new InvalidValue(`There is no file ${file}.`)
    if (code === 'EISDIR') return new InvalidValue(`${file} is a folder.`)
    return code === 'EFBIG' ? tooLarge(file) : new InvalidValue(`${file} cannot be read: ${systemReason(cause)}`)
  }
}
