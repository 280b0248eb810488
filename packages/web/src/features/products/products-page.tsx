import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import { CrudScreen } from '#crud/crud-screen.tsx'
import { ProductForm } from './product-form.tsx'
import { ProductList } from './product-list.tsx'

/** The list of products, or the form for one (specification, sections 2 and 4). */
export function ProductsPage() {
  return (
    <CrudScreen
      entity={productEntity}
      renderList={(list) => <ProductList {...list} />}
      renderForm={(form) => <ProductForm {...form} />}
    />
  )
}
