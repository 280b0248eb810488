import styles from './spinner.module.css'

/** Spinner in the text's colour. Hidden from screen readers, so put a text beside it. */
export function Spinner() {
  return <span className={styles['spinner']} aria-hidden="true" />
}
