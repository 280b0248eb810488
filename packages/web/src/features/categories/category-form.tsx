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
import { AppPreview } from '#ui/cards/app-preview.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { ImageField } from '#ui/images/image-field.tsx'
import { DrawnPicture, Picture } from '#ui/images/picture.tsx'
import styles from '#ui/cards/app-preview.module.css'

type Values = input<typeof categoryChangesInput>

/** The form that adds or edits a category (specification, sections 2 and 5). */
export function CategoryForm({ record: category, onCancel, onSaved }: FormProps<Category>) {
  const { form, field, labels, isNew, panel } = useRecordForm<Category, Values, CategoryChangesInput>({
    entity: categoryEntity,
    record: category,
    toValues: (record) => ({ category_name: record?.category_name ?? '', category_image: undefined }),
    schemas: { create: newCategoryInput, update: categoryChangesInput },
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
      backLabel="Back to Categories"
      submitLabel={isNew ? 'Submit' : 'Update Category'}
      {...panel}
      onCancel={onCancel}
      preview={
        <AppPreview>
          <Picture src={image.field.value ?? current} alt="" missing={category && <DrawnPicture id={category.id} />} />
          <strong dir="auto" className={styles['texts']}>
            {name.trim() || <span className="placeholder-text">Category Name</span>}
          </strong>
        </AppPreview>
      }
    >
      <ImageField
        label={labels.category_image}
        {...image.field}
        accept={CATEGORY_IMAGE_TYPES}
        schema={newCategoryInput.shape.category_image}
        current={current}
        required={isNew}
        error={errors.category_image?.message}
        hint={`PNG, JPG or JPEG up to ${formatImageLimit()}, SVG up to ${formatImageLimit('image/svg+xml')}.`}
      />
      <TextField {...field('category_name')} autoComplete="off" required />
    </FormPanel>
  )
}
