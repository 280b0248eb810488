import { type OperationId, operations } from '@rapport/core/api/operations.ts'
import document from '@rapport/core/openapi.json' with { type: 'json' }
import { Ajv2020 } from 'ajv/dist/2020.js'

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  additionalProperties?: boolean | Schema
  writeOnly?: boolean
}

interface Parameter {
  $ref?: string
  name: string
  in: 'query' | 'path'
  schema: Schema
}

interface DescribedOperation {
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { $ref?: string }>
}

/** Describes an operation, for tests that cover all operations without naming any. */
export interface ContractOperation {
  id: OperationId
  method: string
  path: string
  security: 'none' | 'session' | 'reset'
  tag: string
  query: Record<string, Schema>
  /** Undefined where the operation takes no body. */
  body: { schema: Schema; isForm: boolean } | undefined
}

const FORM = 'multipart/form-data'

const paths = document.paths as unknown as Record<string, Record<string, DescribedOperation>>

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'contract', paths, components: document.components })

export const contractOperations: readonly ContractOperation[] = Object.entries(operations).map(([name, operation]) => {
  const id = name as OperationId
  const { tags, parameters = [], requestBody } = describe(id)
  const query = parameters
    .map((parameter) => resolveReference(parameter))
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => [parameter.name, parameter.schema])
  const [[mediaType, content] = []] = Object.entries(requestBody?.content ?? {})
  return {
    id,
    method: operation.method,
    path: operation.path,
    security: operation.security,
    tag: tags[0] ?? '',
    query: Object.fromEntries(query),
    body: content && { schema: content.schema, isForm: mediaType === FORM },
  }
})

/** Returns the tag whose ids a field of the body holds; undefined for other fields. */
export function tagOfId({ body, tag }: ContractOperation, field: string): string | undefined {
  const { properties = {} } = resolveReference(body?.schema ?? {})
  if (properties[field]?.$ref?.endsWith('/Id') !== true) return undefined
  const name = field.replace(/_?id$/, '')
  return name === '' ? tag : contractOperations.find(({ path }) => path.endsWith(`/${name}/{id}`))?.tag
}

export function resolveReference<T extends { $ref?: string }>(schema: T): T {
  if (schema.$ref === undefined) return schema
  let node: unknown = document
  for (const key of schema.$ref.split('/').slice(1)) node = (node as Record<string, unknown>)[key]
  return resolveReference(node as T)
}

/** Returns how a response violates the contract, or undefined. */
export function responseProblem(id: OperationId, status: number, body: unknown): string | undefined {
  const { method, path } = operations[id]
  const described = describe(id).responses[String(status)]
  if (described === undefined) return `${status} is not described`
  const ownPointer = `#/paths/${escapePointer(path)}/${method.toLowerCase()}/responses/${status}`
  const validate = ajv.getSchema(`contract${described.$ref ?? ownPointer}/content/application~1json/schema`)
  if (validate === undefined) throw new Error(`The contract has no schema for ${status} of ${id}.`)
  if (!validate(body)) return `${status}: ${ajv.errorsText(validate.errors)}`
  const { code } = body as { code: number }
  return code === status ? undefined : `${status} with code ${code}`
}

function describe(id: OperationId): DescribedOperation {
  const { method, path } = operations[id]
  const described = paths[path]?.[method.toLowerCase()]
  if (described === undefined) throw new Error(`The contract does not describe ${id}.`)
  return described
}

/** Escapes a JSON Pointer (RFC 6901). */
function escapePointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
