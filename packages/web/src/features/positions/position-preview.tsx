import { AppPreview } from '#ui/cards/app-preview.tsx'
import { Picture } from '#ui/images/picture.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import styles from './position-preview.module.css'

interface Props {
  name: string
  category: string
  image: string | Blob | undefined
  /** Texts with titles. Empty texts are left out; if all are empty, the first title is shown. */
  texts: readonly { title: string; text: string }[]
}

/** A position approximately as in the app. */
export function PositionPreview({ name, category, image, texts }: Props) {
  const written = texts.filter(({ text }) => text.trim() !== '')
  return (
    <AppPreview>
      <Picture src={image} alt="" />
      <div className={styles['text']}>
        <p dir="auto" className={styles['category']}>
          {category || 'Category'}
        </p>
        <p dir="auto" className={name.trim() === '' ? 'placeholder-text' : styles['name']}>
          {name.trim() || 'Position Name'}
        </p>
        {written.map(({ title, text }) => (
          <div key={title}>
            <p className={styles['title']}>{title}</p>
            <p dir="auto" className={styles['part']}>
              {text}
            </p>
          </div>
        ))}
        {written.length === 0 && <p className={classNames(styles['part'], 'placeholder-text')}>{texts[0]?.title}</p>}
      </div>
    </AppPreview>
  )
}
