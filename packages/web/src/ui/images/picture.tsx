import type { Id } from '@rapport/core/entities/entity.ts'
import { drawPicture } from '@rapport/core/images/drawn-picture.ts'
import { Image, ImageOff } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { classNames } from '#ui/primitives/class-names.ts'
import { useObjectUrl } from './use-object-url.ts'
import styles from './picture.module.css'

/** The width of the frame divided by its height. */
export const PICTURE_ASPECT = 4 / 3

interface Props {
  /** URL, or a file that is not uploaded yet; undefined if there is none. */
  src: string | Blob | undefined
  /** Empty if adjacent text says the same. */
  alt: string
  /** Whether to fit the whole image into the frame instead of cropping it. */
  whole?: boolean
  /** Shown if there is none; an icon by default. */
  missing?: ReactNode
  /** Called once the image is shown. */
  onLoad?: (image: HTMLImageElement) => void
  onError?: () => void
}

/** An image in a frame of fixed shape, with an icon if it cannot be loaded. */
export function Picture({ src, alt, whole = false, missing, onLoad, onError }: Props) {
  const [failed, setFailed] = useState<Props['src']>()
  const showFile = useObjectUrl(src)
  return (
    <span className={styles['frame']}>
      {src === undefined ? (
        (missing ?? <Image className={styles['none']} />)
      ) : src === failed ? (
        <ImageOff className={styles['none']} />
      ) : (
        <img
          ref={showFile}
          className={classNames(styles['image'], whole && styles['whole'])}
          src={typeof src === 'string' ? src : undefined}
          alt={alt}
          loading="lazy"
          decoding="async"
          onLoad={({ currentTarget }) => onLoad?.(currentTarget)}
          onError={() => {
            setFailed(src)
            onError?.()
          }}
        />
      )}
    </span>
  )
}

/** The drawing that stands for a record without an image. */
export function DrawnPicture({ id, categoryId }: { id: Id; categoryId?: Id }) {
  const svg = useMemo(() => new Blob([drawPicture(id, categoryId)], { type: 'image/svg+xml' }), [id, categoryId])
  return <img ref={useObjectUrl(svg)} className={styles['image']} alt="" />
}
