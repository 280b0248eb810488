import { mediaTypeOf } from '../../images/image-kind.ts'

/** An image to compare and send. Its bytes are read again when they are sent: a catalogue has many of them. */
export interface ImageFile {
  /** Its path as the person who gave it names it, or its address on another server. */
  path: string
  /** The name of the file, since some servers go by its ending. */
  name: string
  /** SHA-256 of its bytes, in hex. */
  digest: string
  /** The media type that its bytes show. */
  type: string
  read: () => Promise<Uint8Array>
}

/** An image by the way to its bytes. */
export async function imageFile(
  named: Pick<ImageFile, 'path' | 'name'>,
  read: ImageFile['read'],
  digestOf: (bytes: Uint8Array) => string,
): Promise<ImageFile> {
  const bytes = await read()
  return { ...named, digest: digestOf(bytes), type: mediaTypeOf(bytes), read }
}
