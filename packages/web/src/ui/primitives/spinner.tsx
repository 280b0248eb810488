import styles from './spinner.module.css'

/** A turning ring in the text's colour. It is hidden from screen readers, so a text beside it has to say what happens. */
export function Spinner() {
  return <span className={styles['spinner']} aria-hidden="true" />
}
