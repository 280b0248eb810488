/** The options that create and update share, by the names that Commander gives them. */
export interface PositionOptions {
  category?: string
  name?: string
  image?: string
  benefits?: string
  tips?: string
  challenges?: string
  safetyTips?: string
}

/** By which option each field of the form is given. */
export const POSITION_OPTIONS = {
  category_id: '--category',
  subcategory_name: '--name',
  sub_cat_image: '--image',
  benefits: '--benefits',
  tips: '--tips',
  challenges: '--challenges',
  safety_tips: '--safety-tips',
} as const
