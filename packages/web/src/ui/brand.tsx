import mark from './brand/rapport-mark.svg'
import styles from './brand.module.css'

/** The logo image with the product's name, for purple grounds. */
export function Brand() {
  return (
    <span className={styles['brand']}>
      <img src={mark} alt="" width="36" height="36" />
      <span className={styles['name']}>Rapport</span>
    </span>
  )
}
