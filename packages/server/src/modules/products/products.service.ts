import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { type ProductInput, productInput } from '@rapport/core/products/product.ts'
import type { AuditEvent } from '@rapport/core/api/audit-events.ts'
import type { AuditLog } from '#server/security/audit-log.ts'
import { checkedInput, unprocessable } from '#server/domain/checked-input.ts'
import type { Database, Db } from '#server/db/client.ts'
import { moveToTrash } from '#server/db/trash-rows.ts'
import { refuseDuplicate } from '#server/db/unique-violation.ts'
import type { DeletionOptions } from '#server/domain/deletion.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { fieldChanges } from '#server/domain/field-changes.ts'
import { requireId } from '#server/domain/record-id.ts'
import type { Principal } from '#server/domain/principal.ts'
import { assertVersion } from '#server/domain/version.ts'
import { centsOf, priceOf } from './price.ts'
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
type SavedProduct = Product & { id: number }

export type ProductsService = ReturnType<typeof productsService>

interface ProductsDeps {
  database: Database
  clock: () => Date
  audit: AuditLog
}

/** The subscription products of the app stores. */
export function productsService({ database: { db, engine, transaction }, clock, audit }: ProductsDeps) {
  async function list(): Promise<Product[]> {
    return (await selectProductRows(db)).map(toProduct)
  }

  async function add(caller: Principal, body: unknown): Promise<Product> {
    const values = valuesOf(checkedInput(productInput, body))
    return transaction(async (trx) => {
      const row = await insertProductRow(trx, values, clock().getTime())
      return recordSaved(trx, 'product.created', caller, toProduct(row))
    }).catch(refuseTaken(values.product_id))
  }

  async function change(caller: Principal, idText: string, body: unknown, ifMatch?: string): Promise<Product> {
    const values = valuesOf(checkedInput(productInput, body))
    const id = requireId(idText, noSuchProduct)
    return transaction(async (trx) => {
      const before = await lockProduct(trx, engine, id)
      if (before === undefined) throw noSuchProduct()
      assertVersion(before, ifMatch)
      const after = await updateProductRow(trx, id, values)
      return recordSaved(trx, 'product.updated', caller, toProduct(after), toProduct(before))
    }).catch(refuseTaken(values.product_id))
  }

  async function remove(caller: Principal, idText: string, { batch, ifMatch }: DeletionOptions): Promise<void> {
    const id = requireId(idText, noSuchProduct)
    await transaction(async (trx) => {
      const row = await deleteProductRow(trx, id)
      if (row === undefined) throw noSuchProduct()
      assertVersion(row, ifMatch)
      const now = clock().getTime()
      await moveToTrash(trx, { entity: 'product', row, names: [row.name, row.product_id], batch, by: caller, now })
      await audit.record(trx, { event: 'product.deleted', by: caller, target: { type: 'product', id } })
    })
  }

  async function recordSaved(trx: Db, event: AuditEvent, by: Principal, after: SavedProduct, before?: SavedProduct) {
    const target = { type: 'product', id: after.id } as const
    await audit.record(trx, { event, by, target, changes: fieldChanges(before, after) })
    return after
  }

  return { list, add, change, remove }
}

function valuesOf({ price, ...texts }: ProductInput): ProductValues {
  const price_cents = centsOf(price)
  if (price_cents === undefined) throw unprocessable({ price: 'Price can have two decimal places at most.' })
  return { ...texts, price_cents }
}

function refuseTaken(productId: string) {
  return refuseDuplicate(
    'products',
    ['product_id'],
    ['product_id', `There is already a product with the ID “${productId}”.`],
  )
}

function noSuchProduct(): DomainError {
  return new DomainError('not_found', 'There is no such product.')
}

function toProduct({ price_cents, ...row }: ListedProduct): SavedProduct {
  return { ...row, price: priceOf(price_cents) }
}
