import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { presentDeletion, runDeletion, type Deletable, type Deleted, type DeleteInput } from '#cli/lib/deletion.ts'
import { listProducts, productRecord } from './product-record.ts'

const products: Deletable = {
  operation: 'deleteProduct',
  noun: productRecord.noun,
  remove: (id, { api, signal }) =>
    unwrap(api.DELETE('/api/admin/subscription-products/{id}', { params: { path: { id } }, signal })),
  async find(ids, deps) {
    const found = (await listProducts(deps)).filter(({ id }) => ids.includes(String(id)))
    return {
      names: new Map(found.map(({ id, name, product_id }) => [String(id), `${name}, ${product_id}`])),
      isComplete: true,
    }
  },
}

/** Deletes subscription products after the person, or --yes, agreed. */
export function run(input: DeleteInput, deps: Deps): Promise<Deleted> {
  return runDeletion(input, deps, products)
}

export function present(deleted: Deleted, deps: Deps): Presentation {
  return presentDeletion(deleted, deps, products)
}
