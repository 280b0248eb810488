/** An image as it is stored and served. */
export interface PreparedImage {
  /** In hex, of `bytes`. */
  sha256: string
  mediaType: string
  bytes: Buffer
  /** The same in small, of the same media type; undefined where `bytes` are small enough. */
  preview: Buffer | undefined
}

/** Makes stored images of uploaded files. In `modules/images`; other modules get it as a dependency. */
export interface ImageProcessor {
  /** The file with the media type that its content shows, whatever it was declared as. */
  identify: (file: Blob) => Promise<Blob>
  /** Throws `unprocessable` with the field when an identified file is damaged or larger than an image may be. */
  prepare: (image: Blob, field: string) => Promise<PreparedImage>
}
