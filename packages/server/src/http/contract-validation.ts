import document from '@rapport/core/openapi.json' with { type: 'json' }
import type { OperationInput } from '@rapport/core/api/contract-types.ts'
import { type Extension, type OperationId, operations } from '@rapport/core/api/operations.ts'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '#server/domain/domain-error.ts'

type QueriedRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>

interface Parameter {
  $ref?: string
  name?: string
  in?: string
  schema?: { type?: string; $ref?: string }
  'x-rapport-extension'?: string
}

/** A parameter that this server speaks. The id in the path is none: it is any text, and a service knows its own ids. */
interface SpokenParameter {
  name: string
  type: string | undefined
  schema: { $ref: string }
}

interface DescribedOperation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: unknown; encoding?: Record<string, unknown> }> }
}

/** Tells the text of each field that breaks a rule of core's input: better words than those of a JSON Schema. */
export type FieldTexts = (body: unknown) => Record<string, string>

const CONTRACT = 'contract'
const FORM = 'multipart/form-data'
const DEEPEST = 32
const MOST_FIELDS = 20

const paths: Record<string, Record<string, DescribedOperation>> = document.paths
const sharedParameters: Record<string, Parameter> = document.components.parameters

let ajv: Ajv2020 | undefined

/** Made at the first use, as what it compiles is: a start does without. */
function compile(schema: object): ValidateFunction {
  ajv ??= contractAjv()
  return ajv.compile(schema)
}

function contractAjv(): Ajv2020 {
  // The schemas are checked when the contract is generated.
  const made = new Ajv2020({ allErrors: true, strict: false, validateSchema: false })
  made.addFormat('date-time', isInstant)
  made.addFormat('binary', true)
  made.addSchema({ $id: CONTRACT, paths, components: document.components })
  return made
}

/**
 * Takes a request and its body apart as the contract describes it; `invalid` with the fields that are not as it says, in
 * the words of `fieldTexts` where it has any.
 */
export function inputReader<Id extends OperationId>(
  id: Id,
  extensions: readonly Extension[],
  fieldTexts: FieldTexts = () => ({}),
) {
  const { path, method } = operations[id]
  const operation = paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`The contract does not describe ${id}.`)
  const pointer = `${CONTRACT}#/paths/${escapePointer(path)}/${method.toLowerCase()}`
  const spoken = (place: string) => spokenParameters(operation, pointer, extensions, place)
  const readQuery = queryReader(spoken('query'))
  const readHeaders = headerReader(spoken('header'))
  const readBody = bodyReader(operation, pointer, fieldTexts)

  return (request: QueriedRequest, sent: unknown): OperationInput<Id> => {
    const query = readQuery(request)
    const headers = readHeaders(request)
    const body = readBody(sent)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the schemas that the type is made from
    return { params: request.params, query, headers, body } as OperationInput<Id>
  }
}

/** Whether the contract has the operation's body as a form. */
export function takesForm(id: OperationId): boolean {
  const { path, method } = operations[id]
  return paths[path]?.[method.toLowerCase()]?.requestBody?.content[FORM] !== undefined
}

function spokenParameters(
  { parameters = [] }: DescribedOperation,
  pointer: string,
  extensions: readonly string[],
  place: string,
): SpokenParameter[] {
  return parameters.flatMap((parameter, index) => {
    const { $ref } = parameter
    const shared = $ref === undefined ? parameter : (sharedParameters[$ref.split('/').at(-1) ?? ''] ?? {})
    const { name, in: ownPlace, schema, 'x-rapport-extension': extension } = shared
    const isSpoken = extension === undefined || extensions.includes(extension)
    if (ownPlace !== place || name === undefined || !isSpoken) return []
    const where = $ref === undefined ? `${pointer}/parameters/${index}` : CONTRACT + $ref
    return [{ name, type: schema?.type, schema: { $ref: `${where}/schema` } }]
  })
}

/** Without a parameter that this server speaks, the query is ignored, as in the plain specification. */
function queryReader(parameters: SpokenParameter[]) {
  if (parameters.length === 0) return () => ({})
  const types = new Map(parameters.map(({ name, type }) => [name, type]))
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
  const check = checker({ type: 'object', additionalProperties: false, properties })
  return ({ query: texts, raw }: QueriedRequest) => {
    assertDecodable(raw.url ?? '')
    const query = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, ofType(types.get(name), text)]))
    check(query)
    return query
  }
}

function headerReader(parameters: SpokenParameter[]) {
  if (parameters.length === 0) return () => ({})
  const check = checker({
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  })
  return ({ headers: sent }: QueriedRequest) => {
    const headers = Object.fromEntries(
      parameters.flatMap(({ name }) => {
        const value = sent[name.toLowerCase()]
        return value === undefined ? [] : [[name, value]]
      }),
    )
    check(headers)
    return headers
  }
}

function bodyReader({ requestBody }: DescribedOperation, pointer: string, fieldTexts: FieldTexts) {
  if (requestBody === undefined) return () => undefined
  const [[mediaType, content] = ['']] = Object.entries(requestBody.content)
  const check = checker({ $ref: `${pointer}/requestBody/content/${escapePointer(mediaType)}/schema` }, fieldTexts)
  const files = Object.keys(content?.encoding ?? {})
  return (sent: unknown) => {
    const body = files.length === 0 ? sent : withoutEmptyFiles(sent, files)
    check(files.length === 0 ? body : filesAsTexts(body, files))
    return body
  }
}

/** A form sends an empty file, or an empty text, where none was chosen. */
function withoutEmptyFiles(form: unknown, files: string[]): unknown {
  return mapFields(form, ([name, value]) => {
    const isEmpty = value === '' || (value instanceof Blob && value.size === 0)
    return files.includes(name) && isEmpty ? [] : [[name, value]]
  })
}

/** A JSON Schema knows a file as a text; a text where a file belongs is told from one by being no text here. */
function filesAsTexts(form: unknown, files: string[]): unknown {
  return mapFields(form, ([name, value]) => {
    if (files.includes(name)) return [[name, value instanceof Blob ? '' : null]]
    return [[name, value]]
  })
}

function mapFields(form: unknown, map: (field: [string, unknown]) => [string, unknown][]): unknown {
  return typeof form === 'object' && form !== null ? Object.fromEntries(Object.entries(form).flatMap(map)) : form
}

/** Compiles at the first use, since compiling them all would make the server start slowly. */
function checker(schema: object, fieldTexts: FieldTexts = () => ({})) {
  let validate: ValidateFunction | undefined
  return (value: unknown) => {
    assertPlainText(value, 0)
    validate ??= compile(schema)
    if (validate(value ?? null)) return
    const fields = withBetterTexts(textsOf(validate.errors ?? []), fieldTexts(value))
    const names = Object.keys(fields)
    throw new DomainError(
      'invalid',
      names.length === 0 ? 'The request is not valid.' : `Please check: ${names.join(', ')}.`,
      { fields },
    )
  }
}

/** A text of a query that is no UTF-8 would be taken for the signs that encode it (RFC 3986, section 2.1). */
function assertDecodable(url: string): void {
  try {
    decodeURIComponent(url)
  } catch (cause) {
    throw new DomainError('invalid', 'The address is not percent-encoded as UTF-8.', { cause })
  }
}

/** NUL and lone surrogates are no text: PostgreSQL refuses the one, and any database changes the other. */
function assertPlainText(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new DomainError('invalid', 'The request holds characters that are no text.')
    }
  } else if (typeof value === 'object' && value !== null) {
    if (depth === DEEPEST) throw new DomainError('invalid', 'The request is nested too deeply.')
    for (const [key, part] of Object.entries(value)) {
      assertPlainText(key, depth)
      assertPlainText(part, depth + 1)
    }
  }
}

function withBetterTexts(fields: Record<string, string>, better: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, Object.hasOwn(better, name) ? (better[name] ?? text) : text]),
  )
}

function textsOf(errors: ErrorObject[]): Record<string, string> {
  // A field may have any name, those of what every object inherits too.
  const fields = new Map<string, string>()
  for (const error of errors.slice(0, MOST_FIELDS)) {
    const field = fieldOf(error)
    if (field !== '' && !fields.has(field)) fields.set(field, textOf(error))
  }
  return Object.fromEntries(fields)
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const within = instancePath.slice(1).replaceAll('/', '.')
  const child: unknown = params['missingProperty'] ?? params['additionalProperty']
  return [within, child].filter((part) => typeof part === 'string' && part !== '').join('.')
}

function textOf({ keyword, params, message = 'is not valid' }: ErrorObject): string {
  if (keyword === 'required') return 'This field is required.'
  if (keyword === 'additionalProperties') return 'This field is not known here.'
  if (keyword === 'enum') return `Must be one of: ${String(params['allowedValues'])}.`
  if (keyword === 'pattern' || keyword === 'format') return 'Is not of the form that is expected here.'
  return `${message[0]?.toUpperCase() ?? ''}${message.slice(1)}.`
}

/** The value that a text of the query stands for; the text itself where it stands for none. */
function ofType(type: string | undefined, text: unknown): unknown {
  if (type === 'integer' && typeof text === 'string' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

/** RFC 3339; JavaScript alone would take the 30th of February for the 2nd of March. */
function isInstant(text: string): boolean {
  const [, year, month, day] = INSTANT.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(text))) return false
  return Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
}

/** RFC 6901, section 3. */
function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
}
