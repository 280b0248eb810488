import styles from './filter-select.module.css'
import { capitalised, numberText } from '#ui/primitives/display-text.ts'
import { SelectField } from './select-field.tsx'

interface Props {
  /** What is filtered, such as `Status`. */
  label: string
  /** Undefined for all. */
  value: string | undefined
  /** With how many records have the value, where that is known. */
  options: readonly { value: string; label: string; count?: number | undefined }[]
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
          ...known.map((option) => ({
            value: option.value,
            label: option.value === value ? `${label}: ${option.label}` : withCount(option),
          })),
        ]}
        onChange={(next) => onChange(next === ALL ? undefined : next)}
      />
    </div>
  )
}

/** Not on the chosen value: beside other filters, the list has fewer of them. */
function withCount({ label, count }: Props['options'][number]): string {
  return count === undefined ? label : `${label} (${numberText(count)})`
}
