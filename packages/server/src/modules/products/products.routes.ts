import { productInput } from '@rapport/core/products/product.ts'
import { fieldTextsOf } from '#server/checked-input.ts'
import type { ContractRoute } from '#server/http/contract-route.ts'
import type { ProductsService } from './products.service.ts'

export function productsRoutes(route: ContractRoute, products: ProductsService): void {
  const texts = fieldTextsOf(productInput)

  route('listProducts', async () => ({ message: 'The subscription products.', data: await products.list() }))

  route(
    'createProduct',
    async ({ body }) => ({ code: 201, message: 'The product was added.', data: await products.add(body) }),
    texts,
  )

  route(
    'updateProduct',
    async ({ params, body }) => ({
      message: 'The product was saved.',
      data: await products.change(params.id, body),
    }),
    texts,
  )

  route('deleteProduct', async ({ params }) => {
    await products.remove(params.id)
    return { message: 'The product was deleted.' }
  })
}
