import { entities, extensions, operations as generated } from '../generated/operations.ts'

/** The name an operation has in the contract, the server's handlers and the message catalogue. */
export type OperationId = keyof typeof generated

/** Method, path and required token of an operation. `reset` is the token of verify-otp. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  security: 'none' | 'session' | 'reset'
  /** Only a server that lists this extension in `get-settings` has the operation. */
  extension?: Extension
  /** A token for machines needs one of these scopes; where there is none, only the token of `login` is good. */
  scopes?: readonly Scope[]
}

/** The optional parts of the contract that this build knows, and the reference server speaks. */
export const EXTENSIONS = extensions
export type Extension = (typeof EXTENSIONS)[number]

/** Every kind of record, as trash, history and the audit log name it. */
export const ENTITY_NAMES = entities
export type EntityName = (typeof ENTITY_NAMES)[number]

/** The permissions of an API token. */
export type Scope = 'read' | 'catalogue' | 'users'

/** Every operation of the contract (specification, section 7, and the extensions). */
export const operations: Record<OperationId, Operation> = generated

/** Whether sending the call a second time may add a second record. Their operationIds begin with `save` or `create`. */
export function mayAddRecord(operation: OperationId): boolean {
  return /^(?:save|create)/.test(operation)
}
