import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import { NO_CATEGORY_MESSAGE } from '@rapport/core/entities/categories/category.ts'
import { CrudScreen } from '#crud/crud-screen.tsx'
import { CategoryForm } from './category-form.tsx'
import { CategoryList } from './category-list.tsx'

/** The list of categories, or the form for one (specification, sections 2 and 4). */
export function CategoriesPage() {
  return (
    <CrudScreen
      entity={categoryEntity}
      singular="Category"
      backLabel="Back to Categories"
      notFoundText={NO_CATEGORY_MESSAGE}
      renderList={(list) => <CategoryList {...list} />}
      renderForm={(form) => <CategoryForm {...form} />}
    />
  )
}
