/** Why a file is not taken as an image, in a sentence for people. */
export class ImageRefusal extends Error {
  override readonly name = 'ImageRefusal'
}
