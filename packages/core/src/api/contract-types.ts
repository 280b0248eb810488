import type { operations as generated } from '../generated/operations.ts'
import type { components, operations as schema } from '../generated/schema.ts'
import type { OperationId } from './operations.ts'

/** The schemas of the contract, as a conforming server sends them. */
export type Schemas = components['schemas']

/** Path parameters, query, headers and body of an operation, as the server receives them. */
export interface OperationInput<Id extends OperationId> {
  params: schema[Id]['parameters'] extends { path: infer Path } ? Path : Nothing
  query: schema[Id]['parameters'] extends { query?: infer Query } ? NonNullable<Query> : Nothing
  headers: schema[Id]['parameters'] extends { header?: infer Headers } ? NonNullable<Headers> : Nothing
  body: schema[Id] extends { requestBody: { content: infer Content } } ? Content[keyof Content] : undefined
}

/** The envelope of a success. `code` is the HTTP status and may be omitted if it is 200. */
export type OperationResponse<Id extends OperationId> =
  | (Omit<Envelope<Id, 200>, 'code'> & { code?: Extract<keyof schema[Id]['responses'], 200 | 201> })
  | (schema[Id]['responses'] extends { 202: unknown } ? Omit<Envelope<Id, 202>, 'code'> & { code: 202 } : never)

/** The kind of token that an operation needs. */
export type OperationSecurity<Id extends OperationId> = (typeof generated)[Id]['security']

type Nothing = Record<string, never>

type Envelope<Id extends OperationId, Status extends number> = schema[Id]['responses'] extends {
  [Key in Status]: { content: { 'application/json': infer Body } }
}
  ? Body
  : never
