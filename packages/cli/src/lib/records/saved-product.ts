import type { Product } from '@rapport/core/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { listProducts } from './product-record.ts'

/**
 * The product as it is after it was saved: from the answer where that holds it, which the contract leaves open, else
 * from the list.
 * @throws CliError that says that it is saved, when it cannot be read back
 */
export async function savedProduct(answer: unknown, productId: string, deps: Deps): Promise<Product> {
  if (isProduct(answer) && answer.product_id === productId) return answer
  let products: Product[]
  try {
    products = await listProducts(deps)
  } catch (cause) {
    throw unread(productId, cause, deps.signal)
  }
  const product = products.find(({ product_id }) => product_id === productId)
  if (product === undefined) throw unread(productId, undefined, deps.signal)
  return product
}

function isProduct(value: unknown): value is Product {
  if (typeof value !== 'object' || value === null) return false
  const isText = (name: string) => typeof Reflect.get(value, name) === 'string'
  const isTextOrNumber = (name: string) => isText(name) || typeof Reflect.get(value, name) === 'number'
  return isTextOrNumber('id') && isText('product_id') && isText('name') && isTextOrNumber('price')
}

function unread(productId: string, cause: unknown, { aborted }: AbortSignal): CliError {
  const reason = cause instanceof Error ? cause.message : 'The list of products does not have it.'
  return new CliError('saved_unread', `Product ${productId} was saved, but could not be read back: ${reason}`, {
    hint: 'rapport products list shows it as it is now.',
    // An interruption would be told in its place otherwise.
    exitCode: aborted ? EXIT.interrupted : EXIT.failed,
    cause,
  })
}
