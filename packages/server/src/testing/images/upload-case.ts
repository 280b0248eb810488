/** A file to upload, and the images that it is accepted for. */
export interface UploadCase {
  name: string
  bytes: Buffer
  acceptedFor: readonly ('category' | 'position')[]
}
