import { AppPreview } from '#ui/cards/app-preview.tsx'
import { Picture } from '#ui/images/picture.tsx'
import styles from './category-preview.module.css'

/** Approximates how the app shows a category. */
export function CategoryPreview({ name, image }: { name: string; image: string | Blob | undefined }) {
  return (
    <AppPreview>
      <Picture src={image} alt="" />
      <p className={styles['name']}>{name.trim() || <span className="placeholder-text">Category Name</span>}</p>
    </AppPreview>
  )
}
