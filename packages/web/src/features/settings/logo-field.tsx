import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { FieldFrame } from '#ui/fields/field-frame.tsx'
import { FileInput } from '#ui/images/file-input.tsx'
import { PngImage } from '#ui/images/png-image.tsx'
import { Button } from '#ui/primitives/button.tsx'
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
          <FileInput {...control} accept="image/*" onFiles={([file]) => void readLogo(file)} />
          <span className={field['choose']} aria-hidden="true">
            {png === null ? 'Upload logo' : 'Change logo'}
          </span>
          {png !== null && (
            <Button variant="ghost" onClick={() => change(null)}>
              Remove logo
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** The longest side of a stored logo in pixels, twice the recommended 200 for sharp screens (specification, section 2). */
const MAX_SIDE = 400

/**
 * Converts an image to a small PNG that fits into the browser's storage. Returns base64. Throws `DOMException` if the
 * browser cannot display it.
 */
async function logoFromFile(file: File): Promise<string> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    // An SVG without a size fills the square.
    const { width = MAX_SIDE, height = MAX_SIDE } = image.width && image.height ? image : {}
    const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
  } finally {
    URL.revokeObjectURL(url)
  }
}
