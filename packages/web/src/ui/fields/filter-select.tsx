import { capitalised } from '#ui/primitives/display-text.ts'
import { InlineSelect } from './inline-select.tsx'
import styles from './filter-select.module.css'

interface Props {
  /** Name of the filter, such as `Status`. */
  label: string
  /** Undefined for no filter. */
  value: string | undefined
  /** `count` is the number of records, shown for the options that are not chosen. */
  options: readonly { value: string; label: string; count?: string | undefined }[]
  onChange: (value: string | undefined) => void
}

const ALL = ''

/** A filter of a list. The chosen value stays an option even if no record has it. */
export function FilterSelect({ label, value, options, onChange }: Props) {
  const isKnown = value === undefined || options.some((option) => option.value === value)
  const allOptions = isKnown ? options : [...options, { value, label: capitalised(value) }]
  const optionText = (option: (typeof options)[number]) =>
    option.value === value
      ? `${label}: ${option.label}`
      : [option.label, option.count && `(${option.count})`].filter(Boolean).join(' ')
  return (
    <div className={styles[value === undefined ? 'all' : 'chosen']}>
      <InlineSelect
        label={label}
        hideLabel
        value={value ?? ALL}
        options={[
          { value: ALL, label: `${label}: All` },
          ...allOptions.map((option) => ({ value: option.value, label: optionText(option) })),
        ]}
        onChange={(next) => onChange(next === ALL ? undefined : next)}
      />
    </div>
  )
}
