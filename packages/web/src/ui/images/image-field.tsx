import { Crop, ImageUp, X } from 'lucide-react'
import { useId, useState, type ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from '#ui/fields/field-frame.tsx'
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { FileInput } from './file-input.tsx'
import { fileSize, imageProblem } from './image-check.ts'
import { Picture } from './picture.tsx'
import styles from './image-field.module.css'

interface Props extends FieldTexts, Pick<ComponentProps<'input'>, 'name' | 'ref' | 'onBlur'> {
  /** Accepted media types, such as `image/png`. */
  accept: readonly string[]
  /** zod schema of the field, which checks a file as soon as it is chosen. */
  schema: Parameters<typeof imageProblem>[1]
  /** URL of the saved image, which is shown until another is chosen. */
  current?: string | undefined
  value: Blob | undefined
  /** Text that names what is accepted. */
  hint: string
  onChange: (file: File | undefined) => void
}

/** The cropper is large and rarely used, so it is loaded on demand. */
const ImageCropper = lazyOverlay(async () => (await import('./image-cropper.tsx')).ImageCropper)

const UNREADABLE = { message: 'The file could not be read. Please select it again.', canCrop: false }
const DAMAGED = 'The image is damaged. Please select another one.'

/** Media types that browsers can crop. */
const CROPPABLE = new Set(['image/png', 'image/jpeg'])

/** An image input by choosing, dropping or pasting, which checks and previews the image before saving. */
export function ImageField(props: Props) {
  const { accept, schema, current, value, onChange, name, ref, onBlur, hint, ...texts } = props
  // Problem of a refused file. It does not replace the file chosen before, unless it turns out to be damaged.
  const [problem, setProblem] = useState<string>()
  // Dimensions of the image, known once it is shown.
  const [dimensions, setDimensions] = useState<string>()
  // The chosen file, which can be cropped, also if it is too large.
  const [original, setOriginal] = useState<File>()
  const [isCropping, setIsCropping] = useState(false)
  const hintId = useId()
  const error = problem ?? texts.error
  const shown = value ?? current

  const take = async (file: File | undefined) => {
    if (!file) return
    const found = await imageProblem(file, schema).catch(() => UNREADABLE)
    setProblem(found?.message)
    if (!found || found.canCrop) setOriginal(file)
    if (!found) change(file)
  }
  const change = (file: File | undefined) => {
    setDimensions(undefined)
    onChange(file)
  }
  return (
    <FieldFrame {...texts} error={error}>
      {(control) => (
        <div
          className={classNames(styles['zone'], error !== undefined && styles['invalid'])}
          onPaste={({ clipboardData }) => void take(clipboardData.files[0])}
        >
          <div className={styles['picture']}>
            {shown === undefined ? (
              <ImageUp className={styles['none']} />
            ) : (
              <Picture
                src={shown}
                alt={value ? 'The chosen image' : 'The current image'}
                whole
                onLoad={({ naturalWidth, naturalHeight }) => setDimensions(`${naturalWidth} × ${naturalHeight}`)}
                onError={() => {
                  // Servers accept an SVG that a browser does not show, such as one without a namespace.
                  if (!value || value.type === 'image/svg+xml') return
                  setProblem(DAMAGED)
                  change(undefined)
                }}
              />
            )}
          </div>
          <div className={styles['side']}>
            <div className="cluster">
              <FileInput
                {...control}
                {...{ name, ref, onBlur }}
                aria-describedby={[control['aria-describedby'], hintId].filter(Boolean).join(' ')}
                accept={accept.join(',')}
                onFiles={([file]) => void take(file)}
              />
              <span className={styles['choose']} aria-hidden="true">
                {shown === undefined ? 'Choose an image' : 'Choose another'}
              </span>
              {(value ?? problem) && original && CROPPABLE.has(original.type) && (
                <Button icon={<Crop />} onClick={() => setIsCropping(true)}>
                  Crop
                </Button>
              )}
              {value && (
                <Button
                  variant="ghost"
                  icon={<X />}
                  onClick={() => {
                    setProblem(undefined)
                    change(undefined)
                    // This button disappears.
                    document.querySelector<HTMLElement>(`#${CSS.escape(control.id)}`)?.focus()
                  }}
                >
                  {current === undefined ? 'Remove' : 'Keep the current image'}
                </Button>
              )}
            </div>
            <p className={`note ${styles['hint']}`}>
              <span id={hintId}>{hint}</span> <span className={styles['ways']}>Or drop or paste it here.</span>
            </p>
            <p className={`note ${styles['chosen']}`} role="status">
              {value === undefined && current !== undefined && dimensions}
              {value instanceof File && (
                <>
                  <bdi className={styles['name']}>{value.name}</bdi>
                  {[fileSize(value.size), dimensions].filter(Boolean).join(' · ')}
                </>
              )}
            </p>
          </div>
          {original && (
            <ImageCropper
              key={original.name + original.lastModified}
              open={isCropping}
              file={original}
              onClose={() => setIsCropping(false)}
              onCropped={(file) => {
                setIsCropping(false)
                setProblem(undefined)
                change(file)
              }}
            />
          )}
        </div>
      )}
    </FieldFrame>
  )
}
