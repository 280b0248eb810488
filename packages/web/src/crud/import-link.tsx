import { Upload } from 'lucide-react'
import { paths } from '#platform/paths.ts'
import { ButtonLink } from '#ui/primitives/button-link.tsx'
import styles from './import-link.module.css'

/** Leads to the import; an icon alone on a phone. */
export function ImportLink() {
  return (
    <ButtonLink to={paths.import} icon={<Upload aria-hidden="true" />} aria-label="Import" title="Import">
      <span className={styles['word']}>Import</span>
    </ButtonLink>
  )
}
