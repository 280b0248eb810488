import type { ComponentProps } from 'react'
import styles from './image-field.module.css'

interface Props extends ComponentProps<'input'> {
  onFiles: (files: readonly File[]) => void
}

/** A file input that covers the positioned element around it, so that the browser handles drops there. */
export function FileInput({ onFiles, ...props }: Props) {
  return (
    <input
      {...props}
      type="file"
      className={styles['input']}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        // Lets the same file be chosen again, because an unchanged value fires no event.
        target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}
