import { ImageUp, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { checkImage, inBytes } from '#lib/image-check.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'
import styles from './image-field.module.css'
import { Picture } from './picture.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'

interface Props extends FieldTexts {
  name: string
  /** The media types to offer, such as `image/png`. */
  accept: readonly string[]
  /** The form's own check of the media type, with its text: the zod schema of the field. */
  types: Parameters<typeof checkImage>[1]
  /** The image that is saved, shown until another is chosen. */
  current?: string | undefined
  required?: boolean
  value: File | undefined
  onChange: (file: File | undefined) => void
  /** Told why a file was not taken; what was chosen before stays. */
  onRefuse: (problem: string) => void
}

/** An image that is chosen, dragged or pasted, checked at once and shown before it is saved. */
export function ImageField(props: Props) {
  const { name, accept, types, current, required = false, value, onChange, onRefuse, ...texts } = props
  const [pixels, setPixels] = useState<{ of: File; text: string }>()
  const latest = useRef<File>(undefined)
  const input = useRef<HTMLInputElement>(null)

  const take = async (file: File) => {
    // The form is being saved.
    if (input.current?.matches(':disabled')) return
    latest.current = file
    const verdict = await checkImage(file, types)
    // Another one was chosen while this one was being read.
    if (latest.current !== file) return
    if (verdict.problem !== undefined) return onRefuse(verdict.problem)
    setPixels(verdict.pixels && { of: file, text: ` · ${verdict.pixels.width} × ${verdict.pixels.height} pixels` })
    onChange(file)
  }
  const { over, handlers } = useDroppedFiles((file) => void take(file))
  const shown = value ?? current

  return (
    <FieldFrame {...texts}>
      {({ id, ...control }) => (
        <div
          className={classNames(styles['zone'], over && styles['over'], texts.error !== undefined && styles['invalid'])}
          {...handlers}
        >
          <div className={styles['picture']}>
            {shown === undefined ? (
              <ImageUp className={styles['none']} aria-hidden="true" />
            ) : (
              <Picture src={shown} alt={value ? 'The image you have chosen' : 'The current image'} whole />
            )}
          </div>
          <div className={styles['side']}>
            <input
              {...control}
              id={id}
              ref={input}
              className="visually-hidden"
              type="file"
              name={name}
              accept={accept.join(',')}
              required={required}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                // Else choosing the same file again would change nothing.
                target.value = ''
                if (file) void take(file)
              }}
            />
            <label htmlFor={id} className={styles['choose']}>
              {shown === undefined ? 'Choose an image' : 'Choose another image'}
            </label>
            <p className={styles['ways']}>or drag it here, or paste it</p>
            <p className={styles['chosen']} role="status">
              {value && (
                <>
                  <bdi className={styles['name']}>{value.name}</bdi>
                  <span>{`${inBytes(value.size)}${pixels?.of === value ? pixels.text : ''}`}</span>
                </>
              )}
            </p>
            {value && (
              <Button
                size="small"
                variant="ghost"
                icon={<X aria-hidden="true" />}
                className={styles['remove']}
                onClick={() => {
                  latest.current = undefined
                  onChange(undefined)
                  input.current?.focus()
                }}
              >
                {current === undefined ? 'Remove' : 'Keep the current image'}
              </Button>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}
