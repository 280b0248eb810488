/** Thrown for a file that cannot be used as an image; the message is for people. */
export class ImageRefusal extends Error {
  override readonly name = 'ImageRefusal'
}
