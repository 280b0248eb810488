import type { Field, FuzzRequest } from './contract-requests.ts'
import { type ContractOperation, resolveReference, type Schema } from './contract.ts'
import { isFile, isStorable, verdictOf } from './schema-values.ts'

const MAX_JSON_BYTES = 64 * 1024
const MAX_DEPTH = 32

/** `refused` means 400, 413 or 415; `accepted` means that the request reaches a service. */
export type Expectation = 'refused' | 'accepted' | 'either'

/** Returns what the contract expects, ignoring the token. */
export function expectationOf({ method, path, query, body }: ContractOperation, request: FuzzRequest): Expectation {
  if (path.includes('{id}') && hasDifferentId(request)) return 'refused'
  const [inQuery, inBody] = [
    queryExpectation(query, request.query),
    method === 'GET' ? 'accepted' : bodyExpectation(body, request),
  ]
  if (inQuery === 'refused' || inBody === 'refused') return 'refused'
  return inQuery === 'accepted' && inBody === 'accepted' ? 'accepted' : 'either'
}

/** Returns true if the ids in body and path differ. */
function hasDifferentId({ id, body }: FuzzRequest): boolean {
  const value = body.kind === 'json' ? body.value : undefined
  if (typeof value !== 'object' || value === null || !('id' in value)) return false
  return String(value.id) !== decodeURIComponent(id)
}

function queryExpectation(parameters: Record<string, Schema>, query: [string, string][]): Expectation {
  if (Object.keys(parameters).length === 0) return 'accepted'
  const texts = Map.groupBy(query, ([name]) => name)
  const verdicts = new Set(
    [...texts].map(([name, pairs]) => {
      const schema = resolveReference(parameters[name] ?? {})
      if (!Object.hasOwn(parameters, name) || pairs.some(([, text]) => !isStorable(text))) return 'invalid'
      const items = resolveReference(schema.items ?? {})
      const values = pairs.map(([, text]) => valueOf(schema.type === 'array' ? items : schema, text))
      // A list of one is sent like a single value.
      if (schema.type === 'array') return verdictOf(schema, values)
      return values.length > 1 ? 'invalid' : verdictOf(schema, values[0])
    }),
  )
  if (verdicts.has('invalid')) return 'refused'
  return verdicts.has('unsure') ? 'either' : 'accepted'
}

function valueOf({ type }: Schema, text: string): unknown {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

function bodyExpectation(requestBody: ContractOperation['body'], { body, contentType }: FuzzRequest): Expectation {
  if (contentType !== undefined || body.kind === 'bytes') return 'either'
  if (body.kind === 'json' && Buffer.byteLength(JSON.stringify(body.value)) > MAX_JSON_BYTES) return 'refused'
  if (requestBody === undefined) return body.kind === 'none' ? 'accepted' : 'either'
  if (body.kind === 'none') return 'refused'
  if (requestBody.isForm !== (body.kind === 'form')) return 'refused'
  if (body.kind === 'form') return formExpectation(requestBody.schema, body.fields)
  if (depthOf(body.value) > MAX_DEPTH || !isAllText(body.value)) return 'refused'
  const verdict = verdictOf(requestBody.schema, body.value)
  return verdict === 'valid' ? 'accepted' : verdict === 'invalid' ? 'refused' : 'either'
}

/** Checks the fields of a form, but not the length of its texts, since line breaks change. */
function formExpectation(schema: Schema, fields: Field[]): Expectation {
  const { properties = {}, required = [] } = resolveReference(schema)
  const names = fields.map(([name]) => name)
  if (names.some((name) => !Object.hasOwn(properties, name)) || new Set(names).size < names.length) return 'refused'
  if (required.some((name) => !names.includes(name))) return 'refused'
  if (fields.some(([, value]) => !isFile(value) && !isStorable(value))) return 'refused'
  return 'either'
}

function isAllText(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isStorable(name) && isAllText(part))
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
