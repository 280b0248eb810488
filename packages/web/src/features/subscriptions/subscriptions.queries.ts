import { products } from '@rapport/core/catalogue/products.ts'
import type { ProductInput } from '@rapport/core/entities/products/product.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#data/query-keys.ts'
import { saveRecord, useDeleteRecord } from '#data/record-calls.ts'
import type { Save } from '#data/save-merged.ts'

/** Saves a product, then reloads the list (specification, section 4). */
export function useSaveProduct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (save: Save<ProductInput>) => saveRecord(products, save),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.products })
    },
  })
}

export const useDeleteProduct = () => useDeleteRecord(products, queryKeys.products)
