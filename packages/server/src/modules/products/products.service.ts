import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { type ProductInput, productInput } from '@rapport/core/entities/products/product.ts'
import type { Database } from '#server/db/client.ts'
import { moveToTrash } from '#server/db/queries/trash-rows.ts'
import type { RestoreRule } from '#server/db/restore-rule.ts'
import { refuseDuplicate } from '#server/db/unique-violation.ts'
import type { DeletionOptions } from '#server/domain/deletion-options.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { parseInput, unprocessableError } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import { requireId } from '#server/domain/record-id.ts'
import { assertVersion } from '#server/domain/version.ts'
import type { AuditLog } from '#server/security/audit/audit-log.ts'
import { priceToCents, centsToPrice } from './price.ts'
import {
  deleteProductRow,
  insertProductRow,
  type ListedProduct,
  lockProduct,
  type ProductValues,
  selectProductRows,
  updateProductRow,
} from './products.repo.ts'

type Product = Schemas['Product']

export type ProductsService = ReturnType<typeof createProductsService>

interface ProductsDeps {
  database: Database
  clock: () => Date
  audit: AuditLog
}

export function createProductsService({ database: { db, engine, transaction }, clock, audit }: ProductsDeps) {
  async function listProducts(): Promise<Product[]> {
    return (await selectProductRows(db)).map(toProduct)
  }

  async function createProduct(caller: Principal, body: unknown): Promise<Product> {
    const values = toProductValues(parseInput(productInput, body))
    return transaction(async (trx) => {
      const row = await insertProductRow(trx, values, clock().getTime())
      const after = toProduct(row)
      await audit.recordSave(trx, { entity: 'product', id: row.id, actor: caller, after })
      return after
    }).catch(refuseTakenId(values.product_id))
  }

  async function updateProduct(caller: Principal, givenId: string, body: unknown, ifMatch?: string): Promise<Product> {
    const values = toProductValues(parseInput(productInput, body))
    const id = requireId(givenId, noSuchProductError)
    return transaction(async (trx) => {
      const before = await lockProduct(trx, engine, id)
      if (before === undefined) throw noSuchProductError()
      assertVersion(before, ifMatch)
      const after = toProduct(await updateProductRow(trx, id, values))
      await audit.recordSave(trx, { entity: 'product', id, actor: caller, before: toProduct(before), after })
      return after
    }).catch(refuseTakenId(values.product_id))
  }

  async function deleteProduct(caller: Principal, givenId: string, { batch, ifMatch }: DeletionOptions): Promise<void> {
    const id = requireId(givenId, noSuchProductError)
    await transaction(async (trx) => {
      const row = await deleteProductRow(trx, id)
      if (row === undefined) throw noSuchProductError()
      // Checked on the deleted row: a refusal rolls the deletion back.
      assertVersion(row, ifMatch)
      const now = clock().getTime()
      await moveToTrash(trx, { entity: 'product', row, names: [row.name, row.product_id], batch, actor: caller, now })
      await audit.record(trx, { event: 'product.deleted', actor: caller, target: { type: 'product', id } })
    })
  }

  return { listProducts, createProduct, updateProduct, deleteProduct }
}

function toProductValues({ price, ...values }: ProductInput): ProductValues {
  const price_cents = priceToCents(price)
  if (price_cents === undefined) throw unprocessableError({ price: 'Price can have two decimal places at most.' })
  return { ...values, price_cents }
}

export const productRestore: RestoreRule = {
  table: 'products',
  uniqueField: 'product_id',
  uniqueValueOf: ({ product_id = '' }) => product_id,
  input: productInput.shape.product_id,
  replaceUnique: (row, product_id) => ({ ...row, product_id }),
  takenMessage: (productId) => `Another product now has the ID “${productId}”.`,
}

function refuseTakenId(productId: string) {
  return refuseDuplicate(
    'products',
    ['product_id'],
    ['product_id', `There is already a product with the ID “${productId}”.`],
  )
}

function noSuchProductError(): DomainError {
  return new DomainError('not_found', 'There is no such product.')
}

function toProduct({ price_cents, ...row }: ListedProduct): Product {
  return { ...row, price: centsToPrice(price_cents) }
}
