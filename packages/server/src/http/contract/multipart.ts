import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import multipart, { type MultipartFile } from '@fastify/multipart'
import { formatImageLimit, MAX_IMAGE_BYTES } from '@rapport/core/images/image-kind.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createPlaces } from '#server/capacity/shared-capacity.ts'
import { DomainError } from '#server/domain/domain-error.ts'

const KIB = 1024
const MIB = 1024 * KIB

const MAX_TEXT_BYTES = 64 * KIB
const MAX_PARTS = 24
export const MAX_FORM_BYTES = 6 * MIB
const LIMITS = { fileSize: MAX_IMAGE_BYTES, files: MAX_PARTS, parts: MAX_PARTS, headerPairs: 16 }

/** Forms that are read or whose image is processed at once; this bounds the memory that uploads take. */
const MAX_CONCURRENT_FORMS = 16
/** The tool's default concurrency; a client that sends more gets `too_many_requests`. */
const MAX_PER_ADMIN = 8

/** Fields of a form by name: text, or a Blob without the client's file name and type. */
export type Form = Record<string, unknown>

/** Makes the routes of this scope accept forms only. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  // Reads texts as files too: as texts, the library would decode invalid UTF-8 and lose characters.
  await scope.register(multipart, { limits: LIMITS, isPartAFile: () => true })
}

/**
 * Creates a function that reads a form into memory. It throws `too_large`, `invalid` for a malformed body and, when too many
 * forms arrive at once, `too_many_requests` or `unavailable`.
 */
export function createFormReader() {
  const takePlace = createPlaces({
    total: MAX_CONCURRENT_FORMS,
    perClient: MAX_PER_ADMIN,
    message: 'Too many files are being uploaded.',
  })

  return async function readForm(request: FastifyRequest, reply: FastifyReply): Promise<Form> {
    if (!request.isMultipart())
      throw new DomainError('unsupported_type', 'This operation requires multipart/form-data.')
    try {
      if (Number(request.headers['content-length']) > MAX_FORM_BYTES) throw tooLargeError()
      const release = takePlace(String(request.caller?.userId))
      // For a client that has disconnected, `close` is not emitted again.
      if (reply.raw.destroyed) release()
      else reply.raw.once('close', release)
      return await Promise.race([rejectOnOverflow(request.raw), readFields(request)])
    } catch (error) {
      // Many clients read the response only after sending the whole form.
      request.raw.unpipe().resume()
      throw toDomainError(error)
    }
  }
}

/** Rejects when the body exceeds the limit, including bytes outside its parts. */
function rejectOnOverflow(raw: IncomingMessage): Promise<never> {
  return new Promise((_, reject) => {
    let bytes = 0
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_FORM_BYTES) reject(tooLargeError())
    })
  })
}

async function readFields(request: FastifyRequest): Promise<Form> {
  const form: Form = {}
  let files = 0
  for await (const part of request.files()) {
    const name = part.fieldname
    const bytes = await part.toBuffer()
    if (isFile(part)) files += 1
    if (files > 1) throw tooLargeError()
    if (Object.hasOwn(form, name)) throw refusedFieldError(name, 'This field was sent twice.')
    form[name] = isFile(part) ? new Blob([new Uint8Array(bytes)]) : decodeText(part, bytes)
  }
  return form
}

/** Returns true for a file: browsers name it (RFC 7578, section 4.2), other clients may only give it this type. */
function isFile({ filename, mimetype }: MultipartFile): boolean {
  return filename !== undefined || mimetype === 'application/octet-stream'
}

/** Decodes UTF-8 regardless of the charset that a part names (RFC 7578, section 5.1). Throws `invalid` for other bytes. */
function decodeText({ fieldname, mimetype }: MultipartFile, bytes: Buffer): string {
  if (bytes.length > MAX_TEXT_BYTES) throw tooLargeError(fieldname, 'This text is too long.')
  if (!mimetype.startsWith('text/')) throw refusedFieldError(fieldname, 'This field must be text.')
  if (!isUtf8(bytes)) throw refusedFieldError(fieldname, 'This text is not UTF-8.')
  // Browsers send line breaks as CR LF (HTML, section 4.10.22.7).
  return String(bytes).replaceAll('\r\n', '\n')
}

/** Turns any error of the parser into `invalid` or `too_large`. */
function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error
  const { code, part }: Error & ParserError = error
  if (part) return tooLargeError(part.fieldname, `The file can be at most ${formatImageLimit()}.`)
  if (code?.endsWith('_LIMIT')) return tooLargeError()
  return new DomainError('invalid', 'The form is incomplete or malformed.')
}

interface ParserError {
  code?: string
  part?: { fieldname: string }
}

function tooLargeError(field?: string, message = 'The request is too large.'): DomainError {
  return new DomainError('too_large', message, field === undefined ? {} : { fields: { [field]: message } })
}

function refusedFieldError(field: string, message: string): DomainError {
  return new DomainError('invalid', `Please check: ${field}.`, { fields: { [field]: message } })
}
