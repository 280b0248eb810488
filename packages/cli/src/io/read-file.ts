import { constants } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { CliError, systemReason } from './errors.ts'
import { EXIT } from './exit-codes.ts'

/** Reads a file named on the command line. Throws `CliError`, a usage error if it is missing or a folder. */
export async function readNamedFile(file: string, folderHint: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    const code = 'code' in cause ? cause.code : undefined
    if (code === 'ENOENT') throw new CliError('bad_file', `There is no file ${file}.`, { cause })
    if (code === 'EISDIR') throw new CliError('bad_file', `${file} is a folder.`, { hint: folderHint, cause })
    throw new CliError('bad_file', `${file} cannot be read: ${systemReason(cause)}`, { exitCode: EXIT.failed, cause })
  }
}

/** Reads a file. Returns undefined if it does not exist. Throws `CliError`. */
export function readIfExists(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw new CliError('bad_file', `${file} cannot be read: ${systemReason(cause)}`, { exitCode: EXIT.failed, cause })
  }
}

/** Decodes UTF-8. Throws `CliError` for other encodings, which would garble names, and for a file that is too large. */
export function decodeUtf8(bytes: Uint8Array, name: string): string {
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    const max = Math.floor(constants.MAX_STRING_LENGTH / 2 ** 20)
    throw new CliError('bad_file', `${name} is too large: ${max} MiB at most.`, { hint: 'Split it into several.' })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    const hint = 'Save it as UTF-8. In a spreadsheet, choose "CSV UTF-8".'
    throw new CliError('bad_file', `${name} is not UTF-8.`, { hint, cause })
  }
}

type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>

/** Reads until the end, or until the result is longer than the limit. */
export async function readBounded(chunks: Chunks, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk)
    parts.push(bytes)
    length += bytes.length
    if (length > maxBytes) break
  }
  return new Uint8Array(Buffer.concat(parts))
}
