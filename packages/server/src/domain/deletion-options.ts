export interface DeletionOptions {
  /** A UUID, the same for all records deleted together. */
  batch?: string | undefined
  /** Value of the If-Match header. */
  ifMatch?: string | undefined
}
