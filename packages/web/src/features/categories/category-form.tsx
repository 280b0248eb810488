import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import {
  categoryChangesInput,
  newCategoryInput,
  type Category,
  type CategoryChangesInput,
} from '@rapport/core/entities/categories/category.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import { CATEGORY_IMAGE_TYPES } from '@rapport/core/images/image-input.ts'
import { formatImageLimit } from '@rapport/core/images/image-kind.ts'
import { useController, useWatch } from 'react-hook-form'
import type { input } from 'zod/mini'
import { imageUrl } from '#data/image-url.ts'
import { FormPanel } from '#forms/form-panel.tsx'
import { useRecordForm, type FormProps } from '#forms/use-record-form.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { ImageField } from '#ui/images/image-field.tsx'
import { CategoryPreview } from './category-preview.tsx'

type Values = input<typeof categoryChangesInput>

const LABELS: Record<keyof Values, string> = { category_image: 'Photo', category_name: 'Category Name' }

/** The form that adds or edits a category (specification, sections 2 and 5). */
export function CategoryForm({ record: category, onCancel, onSaved }: FormProps<Category>) {
  const { form, field, isNew, panel, conflictingFields } = useRecordForm<Category, Values, CategoryChangesInput>({
    entity: categoryEntity,
    record: category,
    toValues: (record) => ({ category_name: record?.category_name ?? '', category_image: undefined }),
    schemas: { create: newCategoryInput, update: categoryChangesInput },
    labels: LABELS,
    formatName: ({ category_name }) => category_name,
    alsoReload: [positionEntity],
    onSaved,
  })
  const image = useController({ control: form.control, name: 'category_image' })
  const name = useWatch({ control: form.control, name: 'category_name' })
  const current = isNew ? undefined : imageUrl(category?.category_image)
  const { errors } = form.formState
  return (
    <FormPanel
      title={isNew ? 'Add Category' : 'Edit Category'}
      backLabel="Back to Categories"
      submitLabel={isNew ? 'Submit' : 'Update Category'}
      {...panel}
      onCancel={onCancel}
      preview={<CategoryPreview name={name} image={image.field.value ?? current} />}
    >
      {!conflictingFields.includes('category_image') && (
        <ImageField
          label={LABELS.category_image}
          {...image.field}
          accept={CATEGORY_IMAGE_TYPES}
          schema={newCategoryInput.shape.category_image}
          current={current}
          required={isNew}
          error={errors.category_image?.message}
          hint={`PNG, JPG or JPEG up to ${formatImageLimit()}, SVG up to ${formatImageLimit('image/svg+xml')}.`}
        />
      )}
      <TextField label={LABELS.category_name} {...field('category_name')} autoComplete="off" required />
    </FormPanel>
  )
}
