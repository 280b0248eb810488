import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './picture.module.css'
import { useFileAddress } from './use-file-address.ts'

/** The shape of the frame: its width divided by its height. */
export const PICTURE_ASPECT = 4 / 3

interface Props {
  /** An address, or a file that is not uploaded yet; undefined where there is none. */
  src: string | Blob | undefined
  /** Empty where a text beside it says the same. */
  alt: string
  /** Fits the whole image into the frame instead of filling it. */
  whole?: boolean
  /** Called when the image is drawn. */
  onLoad?: (image: HTMLImageElement) => void
}

/** An image in a frame of fixed shape, with an icon where it is missing or cannot be loaded. */
export function Picture({ src, alt, whole = false, onLoad }: Props) {
  const [failed, setFailed] = useState<Props['src']>()
  const showFile = useFileAddress(src)
  return (
    <span className={styles['frame']}>
      {src === undefined || src === failed ? (
        <ImageOff className={styles['none']} aria-hidden="true" />
      ) : (
        <img
          ref={showFile}
          className={classNames(styles['image'], whole && styles['whole'])}
          src={typeof src === 'string' ? src : undefined}
          alt={alt}
          loading="lazy"
          decoding="async"
          onLoad={({ currentTarget }) => onLoad?.(currentTarget)}
          onError={() => setFailed(src)}
        />
      )}
    </span>
  )
}
