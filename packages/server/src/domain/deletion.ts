/** What a client may say about a deletion besides the id. */
export interface DeletionOptions {
  /** A UUID for what is deleted together. */
  batch?: string | undefined
  /** The version that the client knows, as the header has it. */
  ifMatch?: string | undefined
}
