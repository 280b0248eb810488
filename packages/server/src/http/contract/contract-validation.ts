import { type Extension, type OperationId, operations } from '@rapport/core/api/operations.ts'
import document from '@rapport/core/openapi.json' with { type: 'json' }
import type { Ajv2020, ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifySchemaCompiler } from 'fastify'
import { DomainError } from '#server/domain/domain-error.ts'

interface Parameter {
  $ref?: string
  name?: string
  in?: string
  schema?: object
  'x-rapport-extension'?: string
}

interface DescribedOperation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: object; encoding?: Record<string, unknown> }> }
}

/** The messages of core's rules by field, for people; those of JSON Schema are for programs. */
export type FieldMessages = (body: unknown) => Record<string, string>

const FORM = 'multipart/form-data'
const MAX_DEPTH = 32
const MAX_FIELDS = 20

const paths: Record<string, Record<string, DescribedOperation>> = document.paths
const sharedParameters: Record<string, Parameter> = document.components.parameters

/** The contract describes files as binary text; a parsed form has them as Blobs. */
const components: object = JSON.parse(JSON.stringify(document.components), (_, value: { format?: string } | null) =>
  value?.format === 'binary' ? { isFile: true } : value,
)

/** Returns the schemas of a request, with the parameters of enabled extensions only. */
export function requestSchema(
  id: OperationId,
  extensions: readonly Extension[],
): { body?: object; querystring?: object; headers?: object } {
  const [body] = Object.values(describe(id).requestBody?.content ?? {})
  const query = findParameters(id, extensions, 'query')
  const headers = findParameters(id, extensions, 'header')
  return {
    // References resolve within their own schema.
    ...(body && { body: { ...body.schema, components } }),
    ...(query && { querystring: { type: 'object', additionalProperties: false, properties: query, components } }),
    ...(headers && { headers: { type: 'object', properties: withLowerCaseNames(headers), components } }),
  }
}

/** Returns the names of the headers that an operation reads, spelled as in the contract. */
export function headerNames(id: OperationId, extensions: readonly Extension[]): string[] {
  return Object.keys(findParameters(id, extensions, 'header') ?? {})
}

/** Node gives header names in lower case. */
function withLowerCaseNames(headers: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(headers).map(([name, schema]) => [name.toLowerCase(), schema]))
}

function findParameters(id: OperationId, extensions: readonly Extension[], location: 'query' | 'header') {
  const parameters = (describe(id).parameters ?? []).map(
    ({ $ref, ...parameter }) => ($ref === undefined ? parameter : sharedParameters[$ref.split('/').at(-1) ?? '']) ?? {},
  )
  const enabledParameters = parameters.filter(
    ({ in: place, 'x-rapport-extension': extension }) =>
      place === location && (extension === undefined || extensions.some((enabled) => enabled === extension)),
  )
  return enabledParameters.length === 0
    ? undefined
    : Object.fromEntries(enabledParameters.map(({ name, schema }) => [name, schema]))
}

export function takesForm(id: OperationId): boolean {
  return describe(id).requestBody?.content[FORM] !== undefined
}

/** Drops files that were not chosen: browsers send an empty file or an empty text for each. */
export function withoutEmptyFiles(id: OperationId, form: Record<string, unknown>): Record<string, unknown> {
  const files = Object.keys(describe(id).requestBody?.content[FORM]?.encoding ?? {})
  const isEmpty = (value: unknown) => value === '' || (value instanceof Blob && value.size === 0)
  return Object.fromEntries(Object.entries(form).filter(([name, value]) => !(files.includes(name) && isEmpty(value))))
}

function describe(id: OperationId): DescribedOperation {
  const { path, method } = operations[id]
  const operation = paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`The contract does not describe ${id}.`)
  return operation
}

let ajv2020: typeof Ajv2020 | undefined

/** Loads Ajv. Call it before a request is validated; loaded at the start, Ajv would delay the first response. */
export async function loadValidator(): Promise<void> {
  ajv2020 ??= (await import('ajv/dist/2020.js')).default.Ajv2020
}

/** Creates Fastify's `validatorCompiler` for the contract's schemas, with the messages of `fieldMessages` where it has any. */
export function createContractValidator(fieldMessages: FieldMessages = () => ({})): FastifySchemaCompiler<object> {
  return ({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined
    return (value: unknown) => {
      const problem = httpPart === 'headers' ? undefined : findTextProblem(value, 0)
      if (problem !== undefined) return { error: new DomainError('invalid', problem) }
      // Compiled at the first request: compiling all schemas would delay the start.
      validate ??= contractAjv({ coerceTypes: httpPart === 'querystring' ? 'array' : false }).compile(schema)
      if (validate(value)) return { value }
      const fields = messagesByField(validate.errors ?? [], fieldMessages(value))
      const names = Object.keys(fields).join(', ')
      const message = names === '' ? 'The request is not valid.' : `Please check: ${names}.`
      return { error: new DomainError('invalid', message, { fields }) }
    }
  }
}

function contractAjv(options: Options): Ajv2020 {
  if (ajv2020 === undefined) throw new Error('Ajv is not loaded.')
  // The schemas are checked when the contract is generated.
  const ajv = new ajv2020({ allErrors: true, strict: false, validateSchema: false, ...options })
  ajv.addFormat('date-time', isInstant)
  return ajv.addKeyword({ keyword: 'isFile', validate: (_: boolean, value: unknown) => value instanceof Blob })
}

/** Throws `invalid` for invalid UTF-8, which the query parser would keep in its encoded form (RFC 3986, section 2.1). */
export function assertDecodable(url: string): void {
  try {
    decodeURIComponent(url)
  } catch (cause) {
    throw new DomainError('invalid', 'The address is not percent-encoded as UTF-8.', { cause })
  }
}

/** Returns a message for text that cannot be stored: PostgreSQL refuses NUL, and both databases change lone surrogates. */
function findTextProblem(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed()
      ? 'The request contains characters that are not text.'
      : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === MAX_DEPTH) return 'The request is nested too deeply.'
  for (const [key, part] of Object.entries(value)) {
    const problem = findTextProblem(key, depth) ?? findTextProblem(part, depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

function messagesByField(errors: ErrorObject[], coreMessages: Record<string, string>): Record<string, string> {
  // A Map, since a field may be named like an inherited property.
  const fields = new Map<string, string>()
  for (const error of errors.slice(0, MAX_FIELDS)) {
    const field = fieldOf(error)
    if (field === '' || fields.has(field)) continue
    fields.set(field, (Object.hasOwn(coreMessages, field) ? coreMessages[field] : undefined) ?? messageOf(error))
  }
  return Object.fromEntries(fields)
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const child: unknown = params['missingProperty'] ?? params['additionalProperty']
  return [path, child].filter((part) => typeof part === 'string' && part !== '').join('.')
}

function messageOf({ keyword, params, message = 'is not valid' }: ErrorObject): string {
  if (keyword === 'required') return 'This field is required.'
  if (keyword === 'additionalProperties') return 'This field is unknown.'
  if (keyword === 'isFile') return 'This field must be a file.'
  if (keyword === 'enum') return `Must be one of: ${String(params['allowedValues'])}.`
  if (keyword === 'pattern' || keyword === 'format') return 'Does not have the expected format.'
  return `${message[0]?.toUpperCase() ?? ''}${message.slice(1)}.`
}

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

/** Returns true for an instant of RFC 3339; `Date` alone would turn February 30 into March 2. */
function isInstant(text: string): boolean {
  const [, year, month, day] = INSTANT.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(text))) return false
  return Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
}
