import { zodResolver } from '@hookform/resolvers/zod'
import {
  categoryChangesInput,
  newCategoryInput,
  type Category,
  type CategoryChangesInput,
} from '@rapport/core/categories/category.ts'
import { CATEGORY_IMAGE_TYPES } from '@rapport/core/images/image-input.ts'
import { useController, useWatch } from 'react-hook-form'
import type { input } from 'zod/mini'
import { imageUrl } from '#data/image-url.ts'
import { useSaveForm } from '#forms/use-save-form.ts'
import type { FormProps } from '#ui/crud/crud-screen.tsx'
import { FormPanel } from '#forms/form-panel.tsx'
import { ImageField } from '#ui/fields/image-field.tsx'
import { PICTURE_ASPECT } from '#ui/primitives/picture.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useSaveCategory } from './categories.queries.ts'
import { CategoryPreview } from './category-preview.tsx'

type Values = input<typeof categoryChangesInput>

/** Adds or edits a category (specification, sections 2 and 5). */
export function CategoryForm({ record: category, onCancel, onSaved }: FormProps<Category>) {
  const { mutateAsync } = useSaveCategory(category?.id)
  const { form, state } = useSaveForm<Values, CategoryChangesInput, unknown>({
    draftName: `category:${category?.id ?? 'new'}`,
    values: { category_name: category?.category_name ?? '', category_image: undefined },
    resolver: zodResolver<Values, unknown, CategoryChangesInput>(category ? categoryChangesInput : newCategoryInput),
    save: mutateAsync,
    messageKey: 'saveCategory',
    onSaved: (_, { category_name }) => onSaved(category_name),
  })
  const image = useController({ control: form.control, name: 'category_image' })
  const name = useWatch({ control: form.control, name: 'category_name' })
  const current = imageUrl(category?.category_image)
  const { errors } = form.formState
  return (
    <FormPanel
      title={category ? 'Edit Category' : 'Add Category'}
      backLabel="Back to Categories"
      submitLabel={category ? 'Update Category' : 'Submit'}
      state={state}
      onCancel={onCancel}
      preview={<CategoryPreview name={name} image={image.field.value ?? current} />}
    >
      <ImageField
        label="Photo"
        {...image.field}
        accept={CATEGORY_IMAGE_TYPES}
        schema={newCategoryInput.shape.category_image}
        current={current}
        aspect={PICTURE_ASPECT}
        required={!category}
        error={errors.category_image?.message}
        hint="PNG, JPG or JPEG of at most 5 MiB, or SVG of at most 512 KiB."
      />
      <TextField
        label="Category Name"
        {...form.register('category_name')}
        autoComplete="off"
        required
        error={errors.category_name?.message}
      />
    </FormPanel>
  )
}
