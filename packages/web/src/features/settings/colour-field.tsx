import { useId, type ComponentProps } from 'react'
import styles from './colour-field.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: string
  /** The colour as `#rrggbb`, written beside its patch. */
  shown: string
  hint?: string
}

/** A labelled colour, chosen with the browser's own picker. */
export function ColourField({ label, shown, hint, ...input }: Props) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <span className={styles['row']}>
        <input {...input} id={id} type="color" className={styles['patch']} aria-describedby={hint && `${id}-hint`} />
        <span className={styles['value']}>{shown}</span>
      </span>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  )
}
