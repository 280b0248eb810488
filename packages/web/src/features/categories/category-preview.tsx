import { AppPreview } from '#ui/cards/app-preview.tsx'
import { Picture } from '#ui/primitives/picture.tsx'
import styles from './category-preview.module.css'

/** A category about as the app shows it. */
export function CategoryPreview({ name, image }: { name: string; image: string | Blob | undefined }) {
  return (
    <AppPreview>
      <Picture src={image} alt="" />
      <p className={styles['name']}>{name.trim() || 'Category Name'}</p>
    </AppPreview>
  )
}
