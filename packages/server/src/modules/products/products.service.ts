import { type Product, type ProductInput, productInput } from '@rapport/core/products/product.ts'
import { checkedInput, unprocessable } from '#server/checked-input.ts'
import type { Database } from '#server/db/client.ts'
import { violates } from '#server/db/constraint-violation.ts'
import { DomainError } from '#server/domain-error.ts'
import { parseId } from '#server/record-id.ts'
import { centsOf, priceOf } from './price.ts'
import {
  deleteProductRow,
  insertProductRow,
  type ListedProduct,
  type ProductValues,
  selectProductRows,
  updateProductRow,
} from './products.repo.ts'

export type ProductsService = ReturnType<typeof productsService>

interface ProductsDeps {
  database: Database
  clock: () => Date
}

/** The subscription products of the app stores. Each write is one statement. */
export function productsService({ database: { db }, clock }: ProductsDeps) {
  async function list(): Promise<Product[]> {
    return (await selectProductRows(db)).map(toProduct)
  }

  async function add(body: unknown): Promise<Product> {
    const values = valuesOf(checkedInput(productInput, body))
    return toProduct(await saved(values, () => insertProductRow(db, values, clock().getTime())))
  }

  async function change(idText: string, body: unknown): Promise<Product> {
    const values = valuesOf(checkedInput(productInput, body))
    const id = parseId(idText)
    const row = id === undefined ? undefined : await saved(values, () => updateProductRow(db, id, values))
    if (row === undefined) throw noSuchProduct()
    return toProduct(row)
  }

  async function remove(idText: string): Promise<void> {
    const id = parseId(idText)
    if (id === undefined || !(await deleteProductRow(db, id))) throw noSuchProduct()
  }

  return { list, add, change, remove }
}

function valuesOf({ price, ...texts }: ProductInput): ProductValues {
  const price_cents = centsOf(price)
  if (price_cents === undefined) throw unprocessable({ price: 'Price can have two decimal places at most.' })
  return { ...texts, price_cents }
}

async function saved<Row>({ product_id }: ProductValues, save: () => Promise<Row>): Promise<Row> {
  try {
    return await save()
  } catch (error) {
    if (!violates(error, 'products.product_id')) throw error
    const text = `There is already a product with the ID “${product_id}”.`
    throw new DomainError('conflict', text, { fields: { product_id: text } })
  }
}

function noSuchProduct(): DomainError {
  return new DomainError('not_found', 'There is no such product.')
}

function toProduct({ price_cents, ...row }: ListedProduct): Product {
  return { ...row, price: priceOf(price_cents) }
}
