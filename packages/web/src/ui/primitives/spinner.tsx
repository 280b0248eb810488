import styles from './spinner.module.css'

/** A turning ring in the text's colour; decoration only, so say in words what is going on. */
export function Spinner() {
  return <span className={styles['spinner']} aria-hidden="true" />
}
