import * as z from 'zod/mini'

/** Some systems report this unregistered media type for jpg files. */
const JPG = 'image/jpg'

/** The media types of a position's image: png, jpg, jpeg (specification, section 9). */
export const POSITION_IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', JPG]

/** The media types of a category's image: png, jpg, jpeg, svg (specification, section 9). */
export const CATEGORY_IMAGE_TYPES: readonly string[] = [...POSITION_IMAGE_TYPES, 'image/svg+xml']

/** Creates an input that accepts image files of these media types. */
export function imageInput(types: readonly string[], missingMessage: string, wrongTypeMessage: string) {
  return z
    .custom<Blob>((value) => value instanceof Blob, { error: missingMessage, abort: true })
    .check(z.refine((image) => types.includes(image.type), wrongTypeMessage))
}
