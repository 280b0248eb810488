import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Product, ProductInput } from '@rapport/core/products/product.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { deletionParams, type Deletion } from '#data/trash.ts'

/** Saves a product, a new one without an id, then reloads the list (specification, section 4). */
export function useSaveProduct(id: Product['id'] | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: ProductInput): Promise<void> => {
      if (id === undefined) await unwrap(api.POST('/api/admin/subscription-products', { body: input }))
      else {
        const params = { path: { id: String(id) } }
        await unwrap(api.PUT('/api/admin/subscription-products/{id}', { params, body: { ...input, id } }))
      }
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.products })
    },
  })
}

/** Deletes a product and reloads the list; also after a failure, which may mean that it is gone. */
export function useDeleteProduct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deletion: Deletion) =>
      unwrap(api.DELETE('/api/admin/subscription-products/{id}', deletionParams(deletion))),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.products })
    },
  })
}
