import {
  categoryChangesInput,
  newCategoryInput,
  type Category,
  type CategoryChangesInput,
} from '@rapport/core/categories/category.ts'
import { CATEGORY_IMAGE_TYPES } from '@rapport/core/image-input.ts'
import { controlOf } from '#lib/form-control.ts'
import { imageUrl } from '#lib/image-url.ts'
import { inputResolver } from '#lib/input-resolver.ts'
import { useSave } from '#lib/use-save.ts'
import type { FormProps, SavedRecord } from '#ui/crud-screen.tsx'
import { FormPanel } from '#ui/form-panel.tsx'
import { ImageField } from '#ui/image-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveCategory } from './categories.queries.ts'

interface Values {
  category_name: string
  category_image: File | undefined
}

const forNew = inputResolver<Values, CategoryChangesInput>(newCategoryInput)
const forChanges = inputResolver<Values, CategoryChangesInput>(categoryChangesInput)

/** Adds or edits a category (specification, sections 2 and 5). */
export function CategoryForm({ record: category, draftName, onCancel, onSaved }: FormProps<Category>) {
  const { mutateAsync } = useSaveCategory(category?.id)
  const { form, state, errorOf } = useSave<Values, CategoryChangesInput, SavedRecord>({
    draftName,
    initial: { category_name: category?.category_name ?? '', category_image: undefined },
    resolver: category ? forChanges : forNew,
    save: async (input) => ({ id: (await mutateAsync(input))?.id ?? category?.id, name: input.category_name }),
    situation: 'saveCategory',
    onSaved,
  })
  return (
    <FormPanel
      title={category ? 'Edit Category' : 'Add Category'}
      backLabel="Back to Categories"
      submitLabel={category ? 'Update Category' : 'Submit'}
      state={state}
      onCancel={onCancel}
    >
      <ImageField
        label="Photo"
        {...controlOf(form, 'category_image')}
        accept={CATEGORY_IMAGE_TYPES}
        types={newCategoryInput.shape.category_image}
        current={imageUrl(category?.category_image)}
        required={!category}
        error={errorOf('category_image')}
        hint="PNG, JPG or JPEG of at most 5 MiB, or SVG of at most 512 KiB."
      />
      <TextField
        label="Category Name"
        {...form.register('category_name')}
        autoComplete="off"
        required
        error={errorOf('category_name')}
      />
    </FormPanel>
  )
}
