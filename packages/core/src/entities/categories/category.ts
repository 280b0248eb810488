import * as z from 'zod/mini'
import type { TolerantRecord } from '../../api/read/records.ts'
import type { components } from '../../generated/schema.ts'
import { CATEGORY_IMAGE_TYPES, imageInput } from '../../images/image-input.ts'
import { requiredText } from '../../text/text-input.ts'

/** A category of positions (specification, section 3). `category_image` is a URL. */
export type Category = TolerantRecord<components['schemas']['Category']>

/** The message if an edit names no category (specification, section 5). */
export const NO_CATEGORY_MESSAGE = 'No category selected for editing.'

const image = imageInput(
  CATEGORY_IMAGE_TYPES,
  'Please select an image for the category.',
  'Invalid file type. Please select a PNG, JPG, SVG, or JPEG image.',
)
const category_name = requiredText('Category name cannot be empty.', 100)

/** The input of a new category (specification, section 5). */
export const newCategoryInput = z.object({ category_name, category_image: image })

/** The input of an edit; without an image, the old one stays (specification, section 5). */
export const categoryChangesInput = z.object({ category_name, category_image: z.optional(image) })

export type CategoryChangesInput = z.output<typeof categoryChangesInput>
