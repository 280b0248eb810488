import { useTheme } from '#platform/theme.ts'
import { PngImage } from '#ui/images/png-image.tsx'
import mark from './rapport-mark.svg'
import styles from './brand.module.css'

interface Props {
  /** A logo to show instead of the theme's, as a PNG in base64; null for the product's own. */
  logo?: string | null
}

/** The logo of the navigation: the product's mark and name, or the admin's image. */
export function Brand({ logo }: Props) {
  const themeLogo = useTheme().logo
  const png = logo === undefined ? themeLogo : logo
  if (png !== null) return <PngImage png={png} className={styles['logo']} alt="Rapport" />
  return (
    <span className={styles['brand']}>
      <img src={mark} alt="" width="36" height="36" />
      <span className={styles['name']}>Rapport</span>
    </span>
  )
}
