import { contractVersion, entities, extensions, operations as generated } from '../generated/operations.ts'

/** An operationId of the contract. It also names the server's handlers and the error messages. */
export type OperationId = keyof typeof generated

/** Method, path and required token of an operation. `reset` is the token of verify-otp. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  security: 'none' | 'session' | 'reset'
  /** The extension that a server must offer for this operation. */
  extension?: Extension
  /** An API token needs one of these scopes. Without scopes, only the token of `login` works. */
  scopes?: readonly Scope[]
  /** Whether the body is a form with a file. */
  isMultipart?: true
}

/** The optional parts of the contract that this build knows. */
export const EXTENSIONS = extensions
export type Extension = (typeof EXTENSIONS)[number]

/** The version of the contract that this build knows: the second number grows with additions. */
export const CONTRACT_VERSION: string = contractVersion

/** Every kind of record, by its name in trash, history and audit log. */
export const ENTITY_NAMES = entities
export type EntityName = (typeof ENTITY_NAMES)[number]

/** The permissions of an API token. */
export type Scope = 'read' | 'catalogue' | 'users'

/** Every operation of the contract, extensions included (specification, section 7). */
export const operations: Record<OperationId, Operation> = generated

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.keys` does not know the keys
export const operationIds = Object.keys(operations) as OperationId[]

/** Returns true if sending the call twice may add two records. Relies on operationIds that begin with `save` or `create`. */
export function mayAddRecord(operation: OperationId): boolean {
  return /^(?:save|create)/.test(operation)
}
