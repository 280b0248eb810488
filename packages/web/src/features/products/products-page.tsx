import { useQuery } from '@tanstack/react-query'
import { CrudScreen } from '#crud/crud-screen.tsx'
import { productsQuery } from '#data/catalogue.queries.ts'
import { ProductForm } from './product-form.tsx'
import { ProductList } from './product-list.tsx'

/** The list of products, or the form for one (specification, sections 2 and 4). */
export function ProductsPage() {
  const query = useQuery(productsQuery)
  return (
    <CrudScreen
      query={query}
      operation="listProducts"
      singular="Subscription"
      backLabel="Back to Subscription Plans"
      notFoundText="No subscription selected for editing."
      renderList={(list) => <ProductList {...list} />}
      renderForm={(form) => <ProductForm {...form} products={query.data} />}
    />
  )
}
