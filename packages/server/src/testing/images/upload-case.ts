/** A file to upload, and for which images it is good. */
export interface UploadCase {
  name: string
  bytes: Buffer
  good: 'both' | 'category' | 'neither'
}
