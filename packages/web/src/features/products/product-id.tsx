import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import styles from './product-id.module.css'

/** The ID of a product in the store, on one line, with a button that copies it. */
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
