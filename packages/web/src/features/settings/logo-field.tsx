import { ImageUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { PngImage } from '#ui/images/png-image.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { logoFromFile } from './logo-image.ts'
import styles from './logo-field.module.css'

interface Props {
  /** PNG in base64; null for the default logo. */
  png: string | null
  /** Called with a new logo, or with null when the logo is removed. */
  onChange: (png: string | null) => void
}

/** A field for a custom logo, kept in this browser only (specification, sections 2 and 5). */
export function LogoField({ png, onChange }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  // Error of a refused file, with which the form can still be saved.
  const [error, setError] = useState<string>()

  const change = (next: string | null) => {
    setError(undefined)
    onChange(next)
  }

  const readLogo = async (file: File | undefined) => {
    if (!file || isBusy) return
    if (!file.type.startsWith('image/')) return setError('Please select an image file.')
    setIsBusy(true)
    try {
      change(await logoFromFile(file))
    } catch (failure) {
      if (!(failure instanceof DOMException)) throw failure
      setError('This image cannot be read. Please select another one.')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div>
      <div
        className={styles['drop']}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void readLogo(event.dataTransfer.files[0])
        }}
      >
        <span className={styles['picture']}>{png === null ? <ImageUp /> : <PngImage png={png} alt="Your logo" />}</span>
        <div className={styles['choices']}>
          <input
            ref={input}
            id={id}
            className="visually-hidden"
            type="file"
            accept="image/*"
            tabIndex={-1}
            aria-label="Logo"
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={({ target }) => {
              void readLogo(target.files?.[0])
              // Lets the same file be chosen again, because an unchanged value fires no event.
              target.value = ''
            }}
          />
          <Button busy={isBusy} onClick={() => input.current?.click()}>
            {png === null ? 'Upload logo' : 'Change logo'}
          </Button>
          {png !== null && (
            <Button variant="ghost" onClick={() => change(null)}>
              Remove logo
            </Button>
          )}
          <p id={`${id}-hint`} className={styles['hint']}>
            Maximum 2MB, recommended 200x200.
          </p>
        </div>
      </div>
      <p id={`${id}-error`} className={styles['error']} role="alert">
        {error}
      </p>
    </div>
  )
}
