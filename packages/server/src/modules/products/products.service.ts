import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { type ProductInput, productInput } from '@rapport/core/products/product.ts'
import type { AuditEvent } from '#server/security/audit-events.ts'
import type { AuditLog } from '#server/security/audit-log.ts'
import { checkedInput, unprocessable } from '#server/domain/checked-input.ts'
import type { Database, Db } from '#server/db/client.ts'
import { refuseDuplicate } from '#server/db/unique-violation.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { requireId } from '#server/domain/record-id.ts'
import type { Principal } from '#server/domain/principal.ts'
import { centsOf, priceOf } from './price.ts'
import {
  deleteProductRow,
  insertProductRow,
  type ListedProduct,
  type ProductValues,
  selectProductRows,
  updateProductRow,
} from './products.repo.ts'

type Product = Schemas['Product']

export type ProductsService = ReturnType<typeof productsService>

interface ProductsDeps {
  database: Database
  clock: () => Date
  audit: AuditLog
}

/** The subscription products of the app stores. */
export function productsService({ database: { db, transaction }, clock, audit }: ProductsDeps) {
  async function list(): Promise<Product[]> {
    return (await selectProductRows(db)).map(toProduct)
  }

  async function add(caller: Principal, body: unknown): Promise<Product> {
    const values = valuesOf(checkedInput(productInput, body))
    return transaction(async (trx) => {
      const row = await insertProductRow(trx, values, clock().getTime())
      await record(trx, 'product.created', caller, row.id)
      return toProduct(row)
    }).catch(refuseTaken(values.product_id))
  }

  async function change(caller: Principal, idText: string, body: unknown): Promise<Product> {
    const values = valuesOf(checkedInput(productInput, body))
    const id = requireId(idText, noSuchProduct)
    return transaction(async (trx) => {
      const row = await updateProductRow(trx, id, values)
      if (row === undefined) throw noSuchProduct()
      await record(trx, 'product.updated', caller, id)
      return toProduct(row)
    }).catch(refuseTaken(values.product_id))
  }

  async function remove(caller: Principal, idText: string): Promise<void> {
    const id = requireId(idText, noSuchProduct)
    await transaction(async (trx) => {
      if (!(await deleteProductRow(trx, id))) throw noSuchProduct()
      await record(trx, 'product.deleted', caller, id)
    })
  }

  async function record(trx: Db, event: AuditEvent, by: Principal, id: number): Promise<void> {
    await audit.record(trx, { event, by, target: { type: 'product', id } })
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

function toProduct({ price_cents, ...row }: ListedProduct): Product {
  return { ...row, price: priceOf(price_cents) }
}
