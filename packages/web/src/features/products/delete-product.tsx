import { products } from '@rapport/core/entities/products/product-description.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import type { RefObject } from 'react'
import { queryKeys } from '#data/query-keys.ts'
import { useDeleteRecord } from '#data/records.mutations.ts'
import { useTrash } from '#crud/undo.ts'
import { deleteCommand } from '#ui/copy-as-command/command-line.ts'
import { DeleteRecordDialog } from '#crud/delete-record.tsx'
import { deletionText } from '#crud/deletion-text.ts'
import { orNotSet } from '#ui/primitives/display-text.ts'

interface Props {
  /** Product to delete; undefined closes the dialog. */
  product: Product | undefined
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** Asks for confirmation and deletes a subscription product. */
export function DeleteProductDialog({ product, onClose, fallbackFocus }: Props) {
  const trash = useTrash()
  return (
    <DeleteRecordDialog
      record={product}
      singular="subscription"
      commandFor={({ id }) => deleteCommand('products', [id])}
      nameOf={({ name }) => orNotSet(name)}
      deletion={useDeleteRecord(products, queryKeys.products)}
      trash={trash}
      messageKey="deleteProduct"
      onClose={onClose}
      fallbackFocus={fallbackFocus}
    >
      {({ name, product_id }) => (
        <p>
          <strong>
            <bdi>{orNotSet(name)}</bdi>
          </strong>{' '}
          ({orNotSet(product_id)}) {deletionText(trash)}. This does not change the App Store or Google Play.
        </p>
      )}
    </DeleteRecordDialog>
  )
}
