/** Thrown for a file that cannot be used as an image; the message is shown to the user. */
export class ImageRefusal extends Error {
  override readonly name = 'ImageRefusal'
}
