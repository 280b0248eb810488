export interface DeletionOptions {
  /** A UUID, the same for all records deleted together. */
  batch?: string | undefined
  /** The version that the client knows, as the header has it. */
  ifMatch?: string | undefined
}
