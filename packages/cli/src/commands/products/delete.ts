import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { presentDeletion, runDeletion, type Deletable, type Deleted, type DeleteInput } from '#cli/lib/deletion.ts'
import { listProducts, productRecord, productRemoval } from '#cli/lib/records/product-record.ts'

const products: Deletable = {
  ...productRemoval,
  kind: 'products',
  noun: productRecord.noun,
  sample: listProducts,
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

export function present(deleted: Deleted): Presentation {
  return presentDeletion(deleted, products)
}
