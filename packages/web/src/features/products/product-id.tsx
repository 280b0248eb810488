import type { Product } from '@rapport/core/entities/products/product.ts'
import { storeWarnings } from '@rapport/core/entities/products/store-rules.ts'
import { TriangleAlert } from 'lucide-react'
import { useStores } from '#data/settings.queries.ts'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import styles from './products.module.css'

/** The store ID of a product on one line, with a copy button. */
export function ProductId({ id }: { id: string | null | undefined }) {
  const text = orNotSet(id)
  return (
    <span className={styles['idLine']}>
      <span className={styles['id']} title={text}>
        {text}
      </span>
      {id && <CopyButton label={`Copy product ID ${id}`} text={id} />}
    </span>
  )
}

/** Says which rules of the stores a product breaks. */
export function BrokenRules({ product }: { product: Product }) {
  const warnings = Object.values(storeWarnings(product, useStores())).flat()
  return warnings.map((warning) => (
    <p key={warning} className={styles['warning']}>
      <TriangleAlert />
      {warning}
    </p>
  ))
}
