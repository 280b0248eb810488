import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { productInput } from '@rapport/core/entities/products/product.ts'
import { refuseDuplicate } from '#server/db/unique-violation.ts'
import { unprocessableError } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import { createRecordService } from '#server/records/record-service.ts'
import type { RestoreRule } from '#server/records/restore-rule.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { findProduct, selectProducts, toProduct, toProductValues } from './products.repo.ts'

export function createProductsService(deps: ServiceDeps) {
  const { parse, save, ...records } = createRecordService(deps, {
    entity: 'product',
    table: 'products',
    selectAll: selectProducts,
    find: findProduct,
    toItem: toProduct,
    trashNames: ({ name, product_id }) => [name, product_id],
  })

  async function saveProduct(
    caller: Principal,
    id: string | undefined,
    body: object,
    ifMatch?: string,
  ): Promise<Schemas['Product']> {
    const values = toProductValues(await parse(productInput, body, id))
    if (values === undefined) throw unprocessableError({ price: 'Price can have two decimal places at most.' })
    const message = `There is already a product with the ID “${values.product_id}”.`
    return save(caller, { id, ifMatch, toValues: () => values }).catch(
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
