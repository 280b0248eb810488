import { AppPreview } from '#ui/cards/app-preview.tsx'
import { Picture } from '#ui/images/picture.tsx'
import styles from './category-preview.module.css'

/** A category approximately as in the app. */
export function CategoryPreview({ name, image }: { name: string; image: string | Blob | undefined }) {
  return (
    <AppPreview>
      <Picture src={image} alt="" />
      <p className={styles['name']}>{name.trim() || <span className="placeholder-text">Category Name</span>}</p>
    </AppPreview>
  )
}
