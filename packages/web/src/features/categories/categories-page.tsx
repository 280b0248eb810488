import { NO_CATEGORY_SELECTED, type Category } from '@rapport/core/categories/category.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { categoriesQuery } from '#lib/catalogue-queries.ts'
import { useFormFocus, useFormView } from '#lib/form-view.ts'
import { FormGate } from '#ui/form-gate.tsx'
import { showSuccess } from '#ui/toast.ts'
import { CategoryForm } from './category-form.tsx'
import { CategoryList } from './category-list.tsx'

/** The categories: their list, or the form for one of them (specification, sections 2 and 4). */
export function CategoriesPage() {
  const screen = useRef<HTMLDivElement>(null)
  const { view, openAdd, editLink, close, closeToStart } = useFormView()
  const focusSaved = useFormFocus(screen, view)
  const { data, error, isFetching, refetch } = useQuery(categoriesQuery)

  const finish = (saved: Category, isNew: boolean) => {
    focusSaved(saved.id)
    showSuccess(`${saved.category_name} was ${isNew ? 'added' : 'updated'}.`)
    if (isNew) closeToStart()
    else close()
  }
  return (
    <div ref={screen}>
      {view ? (
        <FormGate
          key={view.mode === 'edit' ? view.id : ''}
          view={view}
          form="category"
          title={view.mode === 'add' ? 'Add Category' : 'Edit Category'}
          backLabel="Back to Categories"
          onBack={close}
          items={data}
          error={error}
          situation="listCategories"
          retrying={isFetching}
          onRetry={() => void refetch()}
          missing={NO_CATEGORY_SELECTED}
        >
          {(category, draftName) => (
            <CategoryForm
              category={category}
              draftName={draftName}
              onCancel={close}
              onSaved={(saved) => finish(saved, category === undefined)}
            />
          )}
        </FormGate>
      ) : (
        <CategoryList
          categories={data}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
          onAdd={openAdd}
          editLink={editLink}
        />
      )}
    </div>
  )
}
