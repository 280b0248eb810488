import { NO_CATEGORY_MESSAGE } from '@rapport/core/entities/categories/category.ts'
import { useQuery } from '@tanstack/react-query'
import { CrudScreen } from '#crud/crud-screen.tsx'
import { categoriesQuery } from '#data/catalogue.queries.ts'
import { CategoryForm } from './category-form.tsx'
import { CategoryList } from './category-list.tsx'

/** The list of categories, or the form for one (specification, sections 2 and 4). */
export function CategoriesPage() {
  return (
    <CrudScreen
      query={useQuery(categoriesQuery)}
      operation="listCategories"
      singular="Category"
      backLabel="Back to Categories"
      notFoundText={NO_CATEGORY_MESSAGE}
      renderList={(list) => <CategoryList {...list} />}
      renderForm={(form) => <CategoryForm {...form} />}
    />
  )
}
