import type { IncomingMessage } from 'node:http'
import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#server/domain-error.ts'
import { turns } from '#server/turns.ts'

const KIB = 1024
const MIB = 1024 * KIB

const FILE_BYTES = 5 * MIB
/** Most bytes of a form, whatever is in it. */
export const FORM_BYTES = 6 * MIB
const LIMITS = { fileSize: FILE_BYTES, files: 1, fieldSize: 64 * KIB, fields: 24, parts: 24, headerPairs: 16 }

/** Forms read at once: what they hold until they are complete is all the memory that uploads take. */
const MOST_AT_ONCE = 16

/** The fields of a form by name: texts, and files as Blobs without the name and type that the client gave them. */
export type Form = Record<string, unknown>

/** Lets the routes of this scope take forms, and nothing else. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, { limits: LIMITS })
}

/**
 * Reads forms in scopes that accept them, in memory alone. Throws `too_large`, `invalid` for what is no form, `unavailable`
 * when too many come at once.
 */
export function formReader() {
  const takeTurn = turns(MOST_AT_ONCE, 0, 'Too many uploads are coming in. Please try again soon.')

  return async function readForm(request: FastifyRequest): Promise<Form> {
    if (!request.isMultipart()) throw new DomainError('unsupported_type', 'This call takes a multipart form.')
    try {
      if (Number(request.headers['content-length']) > FORM_BYTES) throw tooLarge()
      return await takeTurn(() => Promise.race([overflow(request.raw), collect(request)]))
    } catch (error) {
      throw translate(error)
    }
  }
}

/** Rejects when more bytes come in than a form may have, whatever its parts hold of them. */
function overflow(raw: IncomingMessage): Promise<never> {
  return new Promise((_, reject) => {
    let bytes = 0
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > FORM_BYTES) reject(tooLarge())
    })
  })
}

async function collect(request: FastifyRequest): Promise<Form> {
  const form: Form = {}
  for await (const part of request.parts()) {
    const name = part.fieldname
    const value = await valueOf(part)
    if (Object.hasOwn(form, name)) throw refusedField(name, 'This field was sent twice.')
    form[name] = value
  }
  return form
}

async function valueOf(part: Multipart): Promise<unknown> {
  if (part.type === 'file') return new Blob([new Uint8Array(await part.toBuffer())])
  if (part.valueTruncated) throw tooLarge(part.fieldname, 'This text is too long.')
  // A form has its line breaks as CR LF, whatever was typed (HTML, section 4.10.22.7).
  return typeof part.value === 'string' ? part.value.replaceAll('\r\n', '\n') : part.value
}

/** What the parser throws is about the form in every case: it has nothing else to do. */
function translate(error: unknown): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error
  const { code, part }: Error & ParserError = error
  if (part) return tooLarge(part.fieldname, `The file can have at most ${FILE_BYTES / MIB} MiB.`)
  if (code?.endsWith('_LIMIT')) return tooLarge()
  return new DomainError('invalid', 'The form could not be read to its end.')
}

interface ParserError {
  code?: string
  /** The file that is too large. */
  part?: { fieldname: string }
}

function tooLarge(field?: string, text = 'The request is too large.'): DomainError {
  return new DomainError('too_large', text, field === undefined ? {} : { fields: { [field]: text } })
}

function refusedField(field: string, text: string): DomainError {
  return new DomainError('invalid', `Please check: ${field}.`, { fields: { [field]: text } })
}
