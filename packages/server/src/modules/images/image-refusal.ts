/** An error about a file that cannot be used as an image; the user sees its message. */
export class ImageRefusal extends Error {
  override readonly name = 'ImageRefusal'
}
