import { format } from 'date-fns'
import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useToday } from '#platform/use-today.ts'
import { calendarLimits } from '#ui/date-range/day-range.ts'
import { Segments } from '#ui/fields/segments.tsx'
import styles from './range-choice.module.css'
import { RANGES, type SignUpRange } from './sign-up-range.ts'

const OPTIONS = [
  { value: '7d', label: RANGES['7d'] },
  { value: '30d', label: RANGES['30d'] },
  { value: '90d', label: RANGES['90d'] },
  { value: '12m', label: RANGES['12m'] },
  { value: 'custom', label: 'Custom' },
] as const

const DAY = 'yyyy-MM-dd'

/** Chooses the range of the sign-ups, which is kept in the URL. */
export function RangeChoice({ range: { name, days } }: { range: SignUpRange }) {
  const [params, setParams] = useSearchParams()
  const { from: earliest } = calendarLimits(useToday())
  const [from, to] = [format(days.from, DAY), format(days.to, DAY)]
  const choose = (text: string) => {
    params.set('range', text)
    setParams(params, { replace: true, preventScrollReset: true })
  }
  const chooseDays = (first: string, last: string) => {
    if (first !== '' && first <= last && first >= format(earliest, DAY)) choose(`${first}..${last}`)
  }
  return (
    <div className={styles['choice']}>
      <Segments
        label="Range of the sign-ups"
        value={name}
        options={OPTIONS}
        onChange={(next) => (next === 'custom' ? chooseDays(from, to) : choose(next))}
      />
      {name === 'custom' && (
        <div className={styles['days']}>
          <DayInput
            label="From"
            value={from}
            min={format(earliest, DAY)}
            max={to}
            onChange={(next) => chooseDays(next, to)}
          />
          <DayInput label="to" value={to} min={from} onChange={(next) => chooseDays(from, next)} />
        </div>
      )}
    </div>
  )
}

interface DayInputProps {
  label: string
  value: string
  min: string
  max?: string
  onChange: (value: string) => void
}

/** A day. A date that is still being typed changes nothing. */
function DayInput({ label, value, onChange, ...limits }: DayInputProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        key={value}
        type="date"
        required
        className={styles['input']}
        defaultValue={value}
        {...limits}
        onBlur={({ target }) => target.value !== value && target.validity.valid && onChange(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
    </>
  )
}
