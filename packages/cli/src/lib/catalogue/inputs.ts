import { categoryChangesInput, newCategoryInput } from '@rapport/core/categories/category.ts'
import { newPositionInput, positionChangesInput } from '@rapport/core/positions/position.ts'
import { productInput } from '@rapport/core/products/product.ts'
import { imageField, type Kind, type Values } from './row.ts'

/** What is wrong with a field, in the words of the console. */
export interface Issue {
  field: string
  message: string
}

export interface Candidate {
  kind: Kind
  isNew: boolean
  values: Values
  /** The media type of the image to be sent. */
  imageType: string | undefined
}

interface Parsed {
  success: boolean
  error?: { issues: readonly ZodIssue[] } | undefined
}

interface ZodIssue {
  path: readonly PropertyKey[]
  code?: string
  message: string
  values?: readonly unknown[]
}

/** All that the inputs of core, which the console checks too, find wrong with what would be sent. */
export function issuesOf(candidate: Candidate): Issue[] {
  const { success, error } = parse(candidate)
  if (success) return []
  return (error?.issues ?? []).map((issue) => {
    // The files name a category where the API takes its id.
    const field = issue.path[0] === 'category_id' ? 'category' : String(issue.path[0] ?? '')
    return { field, message: `${field}: ${messageOf(issue, candidate.values[field])}` }
  })
}

function parse({ kind, isNew, values, imageType }: Candidate): Parsed {
  const field = imageField(kind)
  const image = imageType === undefined || field === undefined ? {} : { [field]: new Blob([], { type: imageType }) }
  const { category, slug: _slug, [field ?? '']: _image, ...rest } = values
  if (kind === 'products') return productInput.safeParse(rest)
  if (kind === 'categories') return (isNew ? newCategoryInput : categoryChangesInput).safeParse({ ...rest, ...image })
  return (isNew ? newPositionInput : positionChangesInput).safeParse({ ...rest, category_id: category, ...image })
}

function messageOf({ code, message, values }: ZodIssue, given: string | number | undefined): string {
  if (code !== 'invalid_value' || !values) return message
  return `${JSON.stringify(given)} is none of ${values.join(', ')}.`
}
