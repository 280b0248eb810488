import styles from './email-text.module.css'

/** An address on one line. A long address fades at its domain before the local part is truncated. */
export function EmailText({ address }: { address: string }) {
  const at = Math.max(0, address.lastIndexOf('@'))
  return (
    <span className={styles['email']} title={address}>
      <span className={styles['name']}>{address.slice(0, at)}</span>
      <span className={styles['domain']}>{address.slice(at)}</span>
    </span>
  )
}
