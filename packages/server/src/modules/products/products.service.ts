import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { productInput } from '@rapport/core/entities/products/product.ts'
import { refuseDuplicate } from '#server/db/unique-violation.ts'
import { parseInput, unprocessableError } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import { createRecordService, type RecordsDeps } from '#server/records/record-service.ts'
import type { RestoreRule } from '#server/records/restore-rule.ts'
import { centsToPrice, priceToCents, selectProducts } from './products.repo.ts'

type Product = Schemas['Product']
type Row = Awaited<ReturnType<typeof selectProducts>>[number]

export type ProductsService = ReturnType<typeof createProductsService>

export function createProductsService(deps: RecordsDeps) {
  const { save, ...records } = createRecordService(deps, {
    entity: 'product',
    table: 'products',
    select: selectProducts,
    toItem: toProduct,
    trashNames: ({ name, product_id }) => [name, product_id],
  })

  async function saveProduct(
    caller: Principal,
    id: string | undefined,
    body: unknown,
    ifMatch?: string,
  ): Promise<Product> {
    const { price, ...input } = parseInput(productInput, body)
    const price_cents = priceToCents(price)
    if (price_cents === undefined) throw unprocessableError({ price: 'Price can have two decimal places at most.' })
    const message = `There is already a product with the ID “${input.product_id}”.`
    return save(caller, { id, ifMatch, toValues: () => ({ ...input, price_cents }) }).catch(
      refuseDuplicate('products', ['product_id'], ['product_id', message]),
    )
  }

  return { ...records, saveProduct }
}

export const productRestore: RestoreRule = {
  table: 'products',
  uniqueField: 'product_id',
  uniqueValueOf: ({ product_id = '' }) => product_id,
  input: productInput.shape.product_id,
  replaceUnique: (row, product_id) => ({ ...row, product_id }),
  takenMessage: (productId) => `Another product now has the ID “${productId}”.`,
}

function toProduct({ price_cents, ...row }: Row): Required<Product> {
  return { ...row, price: centsToPrice(price_cents) }
}
