import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { FieldFrame } from '#ui/fields/field-frame.tsx'
import { PngImage } from '#ui/images/png-image.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { logoFromFile } from './logo-image.ts'
import field from '#ui/images/image-field.module.css'
import styles from './settings-page.module.css'

interface Props {
  /** PNG in base64; null for the default logo. */
  png: string | null
  /** Called with a new logo, or with null when the logo is removed. */
  onChange: (png: string | null) => void
}

/** A field for a custom logo, kept in this browser only (specification, sections 2 and 5). */
export function LogoField({ png, onChange }: Props) {
  // Error of a refused file, with which the form can still be saved.
  const [error, setError] = useState<string>()

  const change = (next: string | null) => {
    setError(undefined)
    onChange(next)
  }

  const readLogo = async (file: File | undefined) => {
    if (!file) return
    if (!file.type.startsWith('image/')) return setError('Please select an image file.')
    try {
      change(await logoFromFile(file))
    } catch (failure) {
      if (!(failure instanceof DOMException)) throw failure
      setError('This image cannot be read. Please select another one.')
    }
  }
  return (
    <FieldFrame label="Logo" hideLabel error={error} hint="Maximum 2MB, recommended 200x200.">
      {(control) => (
        <div className={field['zone']}>
          <span className={field['picture']}>
            {png === null ? (
              <ImageUp className={field['none']} />
            ) : (
              <PngImage png={png} className={styles['logo']} alt="Your logo" />
            )}
          </span>
          {/* The input covers the zone, so that the browser handles drops. */}
          <input
            {...control}
            className={field['input']}
            type="file"
            accept="image/*"
            onChange={({ target }) => {
              void readLogo(target.files?.[0])
              // Lets the same file be chosen again, because an unchanged value fires no event.
              target.value = ''
            }}
          />
          <span className={field['choose']} aria-hidden="true">
            {png === null ? 'Upload logo' : 'Change logo'}
          </span>
          {png !== null && (
            <Button className={styles['remove']} variant="ghost" onClick={() => change(null)}>
              Remove logo
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
