import type { Product } from '@rapport/core/products/product.ts'
import type { RefObject } from 'react'
import { ConfirmDelete } from '#ui/confirm-delete.tsx'
import { showSuccess } from '#ui/toast.ts'
import { useDeleteProduct } from './subscriptions.queries.ts'

interface Props {
  /** The product to delete; undefined while none is. */
  product: Product | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** Asks whether a subscription product shall be deleted, and deletes. */
export function DeleteProduct({ product, onClose, fallbackFocus }: Props) {
  const { mutate, reset, isPending, error } = useDeleteProduct()
  const close = () => {
    reset()
    onClose()
  }
  return (
    <ConfirmDelete
      open={product !== undefined}
      title="Are you sure you want to delete this subscription?"
      confirmLabel="Delete subscription"
      busy={isPending}
      error={error}
      situation="deleteProduct"
      onCancel={close}
      onConfirm={() => {
        if (!product) return
        mutate(product.id, {
          onSuccess: () => {
            showSuccess(`${product.name} was deleted.`)
            close()
          },
        })
      }}
      fallbackFocus={fallbackFocus}
    >
      {product && (
        <p>
          <strong>
            <bdi>{product.name}</bdi>
          </strong>{' '}
          ({product.product_id}) will be gone from this list. What is on sale in the stores stays as it is there.
        </p>
      )}
    </ConfirmDelete>
  )
}
