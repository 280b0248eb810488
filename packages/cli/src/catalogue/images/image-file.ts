import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { mediaTypeOf } from '@rapport/core/images/image-kind.ts'
import { CliError, systemReason } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

/** An image to compare and send. Its bytes are read again when they are sent: a catalogue has many of them. */
export interface ImageFile {
  /** Its path on this machine, or its address on another server. */
  path: string
  /** The name of the file, since some servers go by its ending. */
  name: string
  /** SHA-256 of its bytes, in hex. */
  digest: string
  /** The media type that its bytes show. */
  type: string
  read: () => Promise<Uint8Array>
}

/** Throws SyntaxError for a file that cannot be read. */
export async function readImageFile(path: string): Promise<ImageFile> {
  try {
    return await imageFile({ path, name: basename(path) }, () => readFile(path))
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    const missing = 'code' in cause && cause.code === 'ENOENT'
    const message = missing ? `There is no file ${path}.` : `${path} cannot be read: ${systemReason(cause)}`
    throw new SyntaxError(message, { cause })
  }
}

/** An image by the way to its bytes. */
export async function imageFile(named: Pick<ImageFile, 'path' | 'name'>, read: ImageFile['read']): Promise<ImageFile> {
  const bytes = await read()
  return { ...named, digest: digestOf(bytes), type: mediaTypeOf(bytes), read }
}

export function digestOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The bytes of a file, or undefined if it does not exist. Throws CliError. */
export async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw new CliError('bad_file', `${file} cannot be read: ${systemReason(cause)}`, { exitCode: EXIT.failed, cause })
  }
}
