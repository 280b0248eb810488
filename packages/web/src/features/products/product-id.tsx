import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import styles from './product-id.module.css'

/** The store ID of a product on one line, with a copy button. */
export function ProductId({ id }: { id: string | null | undefined }) {
  const text = orNotSet(id)
  return (
    <span className={styles['line']}>
      <span className={styles['id']} title={text}>
        {text}
      </span>
      {id && <CopyButton label={`Copy product ID ${id}`} text={id} />}
    </span>
  )
}
