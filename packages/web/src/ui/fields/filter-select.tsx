import styles from './filter-select.module.css'
import { capitalised } from '#ui/primitives/display-text.ts'
import { SelectField } from './select-field.tsx'

interface Props {
  /** What is filtered, such as `Status`. */
  label: string
  /** Undefined for all. */
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string | undefined) => void
}

const ALL = ''

/** A filter of a list, which says what it filters by. The chosen value stays among the options when nothing has it. */
export function FilterSelect({ label, value, options, onChange }: Props) {
  const isKnown = value === undefined || options.some((option) => option.value === value)
  const known = isKnown ? options : [...options, { value, label: capitalised(value) }]
  return (
    <div className={styles[value === undefined ? 'all' : 'chosen']}>
      <SelectField
        label={label}
        hideLabel
        value={value ?? ALL}
        options={[
          { value: ALL, label: `${label}: All` },
          ...known.map((option) => (option.value === value ? { value, label: `${label}: ${option.label}` } : option)),
        ]}
        onChange={(next) => onChange(next === ALL ? undefined : next)}
      />
    </div>
  )
}
