import { constants } from 'node:buffer'
import { createReadStream, readFileSync, type Stats, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { causeCode } from '@rapport/core/api/api-error.ts'
import { CliError, systemReason } from './errors.ts'
import { EXIT } from './exit-codes.ts'

interface Input {
  stdin: NodeJS.ReadableStream
  signal: AbortSignal
}

interface ReadOptions {
  signal: AbortSignal
  maxBytes?: number
}

/** Returns the number of the open file that a shell passes as a name: `<(...)` is /dev/fd/63. */
function passedDescriptor(file: string): number | undefined {
  const [, number] = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(file === '/dev/stdin' ? '/dev/fd/0' : file) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Returns undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the shell passes the file, so that its name says nothing and it can be read only once. */
export function isPassedByShell(file: string): boolean {
  return passedDescriptor(file) !== undefined
}

/**
 * Reads a regular file, or a pipe that the shell passes. Rejects with an error of the system for anything else, since devices and
 * other pipes may never end, and for more than `maxBytes`.
 */
export async function readLocalFile(
  file: string,
  { signal, maxBytes = constants.MAX_STRING_LENGTH }: ReadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const stats = await stat(file)
  const fd = passedDescriptor(file)
  const isPipe = fd !== undefined && (stats.isFIFO() || stats.isSocket())
  if (!isPipe) assertRegular(stats, maxBytes)
  const stream = isPipe ? new Socket({ fd, readable: true, writable: false }) : createReadStream(file)
  const bytes = await readStream(stream, { signal, maxBytes })
  if (bytes.length > maxBytes) throw systemError('EFBIG')
  return bytes
}

/** Reads a stream to its end, or until the result is longer than the limit. Rejects when the signal aborts. */
export function readStream(
  stream: NodeJS.ReadableStream,
  { signal, maxBytes = constants.MAX_STRING_LENGTH }: ReadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  return pipeline(stream, (chunks: AsyncIterable<Uint8Array | string>) => readBounded(chunks, maxBytes), { signal })
}

function assertRegular(stats: Stats, maxBytes: number): void {
  if (stats.isDirectory()) throw systemError('EISDIR')
  if (!stats.isFile()) throw systemError('EFTYPE')
  if (stats.size > maxBytes) throw systemError('EFBIG')
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

/** Reads a file named on the command line; `-` is standard input. Throws `CliError`, a usage error if it is missing or a folder. */
export async function readNamedFile(
  file: string,
  folderHint: string,
  { stdin, signal }: Input,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await (file === '-' ? readStream(stdin, { signal }) : readLocalFile(file, { signal }))
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    const code = causeCode(cause)
    if (code === 'ENOENT') {
      const hint = isPassedByShell(file)
        ? 'What starts rapport, such as npx, does not pass it on. Use - and a pipe.'
        : undefined
      throw new CliError('bad_file', `There is no file ${file}.`, { hint, cause })
    }
    if (code === 'EISDIR') throw new CliError('bad_file', `${file} is a folder.`, { hint: folderHint, cause })
    if (code === 'EFBIG') throw tooLargeError(file)
    throw new CliError('bad_file', `${file} cannot be read: ${systemReason(cause)}`, { exitCode: EXIT.failed, cause })
  }
}

/** Reads a regular file. Returns undefined if it does not exist. Throws `CliError`. */
export function readIfExists(file: string): Buffer | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (!stats) return undefined
    assertRegular(stats, constants.MAX_STRING_LENGTH)
    return readFileSync(file)
  } catch (cause) {
    throw new CliError('bad_file', `${file} cannot be read: ${systemReason(cause)}`, { exitCode: EXIT.failed, cause })
  }
}

/** Names a file of the command line in messages. */
export function displayName(file: string): string {
  return file === '-' ? 'standard input' : file
}

/** Like `readNamedFile`, for a text in UTF-8. */
export async function readNamedText(file: string, deps: Input, folderHint = 'Specify a file in it.'): Promise<string> {
  return decodeUtf8(await readNamedFile(file, folderHint, deps), displayName(file))
}

/** Decodes UTF-8. Throws `CliError` for what is not text, for other encodings, and for a file that is too large. */
export function decodeUtf8(bytes: Uint8Array, name: string): string {
  if (bytes.length > constants.MAX_STRING_LENGTH) throw tooLargeError(name)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    // UTF-16 has zeros too, but begins with a byte order mark.
    if (bytes.includes(0) && !/^(?:fffe|feff)/.test(Buffer.from(bytes.subarray(0, 2)).toString('hex')))
      throw new CliError('bad_file', `${name} is an image or another binary file, not text.`, { cause })
    const hint = 'Save it as UTF-8. In a spreadsheet, choose "CSV UTF-8".'
    throw new CliError('bad_file', `${name} is not UTF-8.`, { hint, cause })
  }
}

function tooLargeError(name: string): CliError {
  const max = Math.floor(constants.MAX_STRING_LENGTH / 2 ** 20)
  return new CliError('bad_file', `${name} is too large: ${max} MiB at most.`, { hint: 'Split it into several.' })
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
