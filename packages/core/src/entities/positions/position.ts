import * as z from 'zod/mini'
import type { TolerantRecord } from '../../api/read/records.ts'
import type { components } from '../../generated/schema.ts'
import { imageInput, POSITION_IMAGE_TYPES } from '../../images/image-input.ts'
import { optionalText, requiredText } from '../../text/text-input.ts'

/** A position, which the API calls a subcategory (specification, section 3). `sub_cat_image` is a URL. */
export type Position = TolerantRecord<components['schemas']['Position']>

const MAX_TEXT_LENGTH = 10_000

const image = imageInput(
  POSITION_IMAGE_TYPES,
  'Please select an image.',
  'Invalid file type. Please select a PNG, JPG, or JPEG image.',
)
const fields = {
  category_id: requiredText('Please select a category.', 64),
  subcategory_name: requiredText('Position name is required.', 200),
  benefits: optionalText(MAX_TEXT_LENGTH),
  tips: optionalText(MAX_TEXT_LENGTH),
  challenges: optionalText(MAX_TEXT_LENGTH),
  safety_tips: optionalText(MAX_TEXT_LENGTH),
}

/** The input of a new position (specification, section 5). */
export const newPositionInput = z.object({ ...fields, sub_cat_image: image })

/** The input of an edit; without an image, the old one stays (specification, section 5). */
export const positionChangesInput = z.object({ ...fields, sub_cat_image: z.optional(image) })

export type PositionChangesInput = z.output<typeof positionChangesInput>
