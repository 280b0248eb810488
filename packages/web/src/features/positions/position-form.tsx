import { POSITION_IMAGE_TYPES } from '@rapport/core/image-input.ts'
import {
  newPositionInput,
  positionChangesInput,
  type Position,
  type PositionChangesInput,
} from '@rapport/core/positions/position.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { categoriesQuery } from '#lib/catalogue-queries.ts'
import { controlOf } from '#lib/form-control.ts'
import { imageUrl } from '#lib/image-url.ts'
import { inputResolver } from '#lib/input-resolver.ts'
import { paths } from '#lib/paths.ts'
import { useSave } from '#lib/use-save.ts'
import { ChoiceField } from '#ui/choice-field.tsx'
import type { FormProps, SavedRecord } from '#ui/crud-screen.tsx'
import { FormPanel } from '#ui/form-panel.tsx'
import { ImageField } from '#ui/image-field.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { TextField } from '#ui/text-field.tsx'
import { TextareaField } from '#ui/textarea-field.tsx'
import styles from './position-form.module.css'
import { useSavePosition } from './positions.queries.ts'

type TextName = Exclude<keyof PositionChangesInput, 'sub_cat_image' | 'subcategory_name' | 'category_id'>
type Values = Record<'subcategory_name' | 'category_id' | TextName, string> & { sub_cat_image: File | undefined }

const TEXT_LABELS: Record<TextName, string> = {
  benefits: 'Benefits',
  tips: 'Tips',
  challenges: 'Challenges',
  safety_tips: 'Safety Tips',
}
const TEXT_NAMES = Object.keys(TEXT_LABELS).filter((name): name is TextName => name in TEXT_LABELS)

const forNew = inputResolver<Values, PositionChangesInput>(newPositionInput)
const forChanges = inputResolver<Values, PositionChangesInput>(positionChangesInput)

/** Adds or edits a position (specification, sections 2 and 5). */
export function PositionForm({ record: position, draftName, onCancel, onSaved }: FormProps<Position>) {
  const { mutateAsync } = useSavePosition(position?.id)
  const [params] = useSearchParams()
  const { form, state, errorOf } = useSave<Values, PositionChangesInput, SavedRecord>({
    draftName,
    // A new position begins with the category that the list is filtered by.
    initial: valuesOf(position, params.get('category') ?? ''),
    resolver: position ? forChanges : forNew,
    save: async (input) => ({ id: (await mutateAsync(input))?.id ?? position?.id, name: input.subcategory_name }),
    situation: 'savePosition',
    onSaved,
  })
  const categories = useCategoryChoice(position)
  return (
    <FormPanel
      title={position ? 'Edit Position' : 'Add Position'}
      backLabel="Back"
      submitLabel={position ? 'Update' : 'Submit'}
      state={state}
      onCancel={onCancel}
    >
      <ImageField
        label="Photo"
        {...controlOf(form, 'sub_cat_image')}
        accept={POSITION_IMAGE_TYPES}
        types={newPositionInput.shape.sub_cat_image}
        current={imageUrl(position?.sub_cat_image)}
        required={!position}
        error={errorOf('sub_cat_image')}
        hint="PNG, JPG or JPEG of at most 5 MiB."
      />
      <div className={styles['pair']}>
        <TextField
          label="Position Name"
          {...form.register('subcategory_name')}
          autoComplete="off"
          required
          error={errorOf('subcategory_name')}
        />
        <CategoryField
          categories={categories}
          error={errorOf('category_id')}
          control={controlOf(form, 'category_id')}
        />
      </div>
      <div className={styles['pair']}>
        {TEXT_NAMES.map((name) => (
          <TextareaField key={name} label={TEXT_LABELS[name]} {...form.register(name)} error={errorOf(name)} />
        ))}
      </div>
    </FormPanel>
  )
}

interface CategoryFieldProps {
  categories: ReturnType<typeof useCategoryChoice>
  error: string | undefined
  control: { name: string; value: string; onChange: (value: string) => void }
}

function CategoryField({ categories, error, control }: CategoryFieldProps) {
  const { options, error: failure, loading, retrying, retry } = categories
  const { name, onChange } = control
  // A category that has been deleted cannot be shown, and the server refuses it.
  const value = options.some((option) => option.value === control.value) ? control.value : ''
  return (
    <div className={styles['category']}>
      <ChoiceField
        label="Category"
        name={name}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        options={options}
        placeholder={loading ? 'Loading categories...' : 'Select a category'}
        required
        error={error}
      />
      {failure && <LoadError situation="listCategories" error={failure} busy={retrying} onRetry={retry} />}
      {!loading && !failure && options.length === 0 && (
        <p className={styles['none']}>
          There is no category yet. <Link to={`${paths.categories}?add`}>Add one first</Link>
        </p>
      )}
    </div>
  )
}

/** The categories to choose from, with the position's own even where the list lacks it. */
function useCategoryChoice(position: Position | undefined) {
  const { data, error, isPending, isFetching, refetch } = useQuery(categoriesQuery)
  const options = (data ?? []).map(({ id, category_name }) => ({ value: String(id), label: category_name }))
  const own = position && String(position.category_id)
  if (own !== undefined && !options.some(({ value }) => value === own)) {
    options.unshift({ value: own, label: position?.category?.category_name ?? `Category ${own}` })
  }
  return {
    options,
    loading: isPending,
    error,
    retrying: isFetching,
    retry: () => void refetch(),
  }
}

function valuesOf(position: Position | undefined, category: string): Values {
  return {
    sub_cat_image: undefined,
    subcategory_name: position?.subcategory_name ?? '',
    category_id: position === undefined ? category : String(position.category_id),
    benefits: position?.benefits ?? '',
    tips: position?.tips ?? '',
    challenges: position?.challenges ?? '',
    safety_tips: position?.safety_tips ?? '',
  }
}
