import { productInput } from '@rapport/core/entities/products/product.ts'
import { fieldError } from '#server/domain/domain-error.ts'
import { fieldMessagesOf } from '#server/domain/parse-input.ts'
import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createProductsService } from './products.service.ts'

export function productsRoutes(route: ContractRoute, products: ReturnType<typeof createProductsService>): void {
  const fieldMessages = fieldMessagesOf(productInput)

  route.data('listProducts', 'The subscription products.', products.list)

  route(
    'createProduct',
    async ({ body }, caller) => ({
      code: 201,
      message: 'The product was added.',
      data: await products.saveProduct(caller, undefined, body),
    }),
    { fieldMessages },
  )

  route(
    'updateProduct',
    async ({ params, headers, body: { id = params.id, ...body } }, caller) => {
      if (String(id) !== params.id)
        throw fieldError('invalid', 'id', 'The id in the body differs from the id in the path.')
      return {
        message: 'The product was saved.',
        data: await products.saveProduct(caller, params.id, body, headers['If-Match']),
      }
    },
    { fieldMessages },
  )

  route('deleteProduct', products.remove)
}
