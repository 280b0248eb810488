import { inputFields } from '@rapport/core/entities/entity.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import {
  newPositionInput,
  positionChangesInput,
  type Position,
  type PositionChangesInput,
} from '@rapport/core/entities/positions/position.ts'
import { POSITION_IMAGE_TYPES } from '@rapport/core/images/image-input.ts'
import { formatImageLimit } from '@rapport/core/images/image-kind.ts'
import { useQuery } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router-dom'
import type { input } from 'zod/mini'
import { categoriesQuery } from '#data/catalogue.queries.ts'
import { imageUrl } from '#data/image-url.ts'
import { FormPanel } from '#forms/form-panel.tsx'
import { useRecordForm, type FormProps } from '#forms/use-record-form.tsx'
import { paths } from '#platform/paths.ts'
import { AppPreview } from '#ui/cards/app-preview.tsx'
import { InlineLoadError } from '#ui/feedback/load-error.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { TextareaField } from '#ui/fields/textarea-field.tsx'
import { ImageField } from '#ui/images/image-field.tsx'
import { DrawnPicture, Picture } from '#ui/images/picture.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import preview from '#ui/cards/app-preview.module.css'
import styles from './position-form.module.css'

type Values = input<typeof positionChangesInput>
type TextName = Exclude<keyof Values, 'sub_cat_image' | 'subcategory_name' | 'category_id'>

/** The texts of a position, in form order. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other fields of the input have other types
const TEXT_NAMES = inputFields(positionEntity).flatMap(([name, { type }]) =>
  type === 'text' ? name : [],
) as TextName[]

/** The form that adds or edits a position (specification, sections 2 and 5). */
export function PositionForm({ record: position, onCancel, onSaved }: FormProps<Position>) {
  const [params] = useSearchParams()
  const { data: categories } = useQuery(categoriesQuery)
  const nameOfCategory = (id: string | undefined) =>
    categories?.find((category) => String(category.id) === id)?.category_name
  const { form, field, labels, isNew, panel } = useRecordForm<Position, Values, PositionChangesInput>({
    entity: positionEntity,
    record: position,
    toValues: (record) => ({
      sub_cat_image: undefined,
      subcategory_name: record?.subcategory_name ?? '',
      // Defaults to the category that the list is filtered by.
      category_id: record ? String(record.category_id) : (params.get('category') ?? ''),
      ...Object.fromEntries(TEXT_NAMES.map((name) => [name, record?.[name] ?? ''])),
    }),
    schemas: { create: newPositionInput, update: positionChangesInput },
    formatValue: (name, value) => (name === 'category_id' && nameOfCategory(value)) || value,
    formatName: ({ subcategory_name }) => subcategory_name,
    onSaved,
  })
  const image = useController({ control: form.control, name: 'sub_cat_image' })
  const category = useController({ control: form.control, name: 'category_id' })
  const values = useWatch({ control: form.control })
  const current = isNew ? undefined : imageUrl(position?.sub_cat_image)
  const { errors } = form.formState
  return (
    <FormPanel
      backLabel="Back to Positions"
      submitLabel={isNew ? 'Submit' : 'Update'}
      {...panel}
      onCancel={onCancel}
      preview={
        <AppPreview>
          <Picture
            src={image.field.value ?? current}
            alt=""
            missing={position && <DrawnPicture id={position.id} categoryId={position.category_id} />}
          />
          <div className={preview['texts']}>
            <span dir="auto" className="note">
              {nameOfCategory(values.category_id) || 'Category'}
            </span>
            <strong dir="auto">
              {values.subcategory_name?.trim() || <span className="placeholder-text">Position Name</span>}
            </strong>
            {TEXT_NAMES.filter((name) => values[name]?.trim()).map((name) => (
              <div key={name}>
                <span className="note">{labels[name]}</span>
                <p dir="auto">{values[name]}</p>
              </div>
            ))}
          </div>
        </AppPreview>
      }
    >
      <ImageField
        label={labels.sub_cat_image}
        {...image.field}
        accept={POSITION_IMAGE_TYPES}
        schema={newPositionInput.shape.sub_cat_image}
        current={current}
        required={isNew}
        error={errors.sub_cat_image?.message}
        hint={`PNG, JPG or JPEG up to ${formatImageLimit()}.`}
      />
      <div className="pair">
        <TextField {...field('subcategory_name')} autoComplete="off" required />
        <CategoryField
          label={labels.category_id}
          {...category.field}
          position={position}
          error={errors.category_id?.message}
        />
      </div>
      {TEXT_NAMES.map((name) => (
        <TextareaField key={name} {...field(name)} />
      ))}
    </FormPanel>
  )
}

interface CategoryFieldProps extends Omit<Parameters<typeof SelectField>[0], 'options' | 'value'> {
  value: string
  position: Position | undefined
}

function CategoryField({ position, ...field }: CategoryFieldProps) {
  const query = useQuery(categoriesQuery)
  const { data, isPending } = query
  const options = (data ?? []).map(({ id, category_name }) => ({ value: String(id), label: orNotSet(category_name) }))
  // Adds the chosen category if the list lacks it, so that the admin sees what is sent.
  if (field.value !== '' && !options.some(({ value }) => value === field.value)) {
    const isOwn = field.value === String(position?.category_id)
    options.unshift({
      value: field.value,
      label: (isOwn && position?.category?.category_name) || `Category ${field.value}`,
    })
  }
  return (
    <div className={styles['category']}>
      <SelectField
        {...field}
        options={options}
        placeholder={isPending ? 'Loading categories...' : 'Select a category'}
        required
      />
      <InlineLoadError query={query} operation="listCategories" />
      {data && options.length === 0 && (
        <p className="note">
          There is no category yet. <Link to={`${paths.categories}?add`}>Add one first</Link>
        </p>
      )}
    </div>
  )
}
