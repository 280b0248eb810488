export interface PreparedImage {
  /** SHA-256 of `bytes` in hex. */
  sha256: string
  mediaType: string
  bytes: Buffer
  /** Thumbnail of the same media type; undefined where `bytes` are small enough. */
  preview: Buffer | undefined
}

/** Turns uploaded files into stored images. `modules/images` implements it; other modules get it injected. */
export interface ImageProcessor {
  /** Sets the media type by the content, ignoring the declared one. */
  identify: (file: Blob) => Promise<Blob>
  /** Expects an identified file. Throws `unprocessable` for the field if it is damaged or too large. */
  prepare: (image: Blob, field: string) => Promise<PreparedImage>
  /** How many images wait for their turn. */
  waiting: () => number
}
