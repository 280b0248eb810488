import { format } from 'date-fns'
import { useSearchParams } from 'react-router-dom'
import { useToday } from '#platform/use-today.ts'
import { calendarLimits } from '#ui/date-range/day-range.ts'
import { Segments } from '#ui/fields/segments.tsx'
import styles from './range-choice.module.css'
import { RANGES, type RangeName, type SignUpRange } from './sign-up-range.ts'

const OPTIONS: readonly { value: RangeName; label: string }[] = [
  ...Object.entries(RANGES).map(([value, label]) => ({ value: value as RangeName, label })),
  { value: 'custom', label: 'Custom' },
]

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
          <label>
            From{' '}
            <DayInput value={from} min={format(earliest, DAY)} max={to} onChange={(next) => chooseDays(next, to)} />
          </label>
          <label>
            to <DayInput value={to} min={from} onChange={(next) => chooseDays(from, next)} />
          </label>
        </div>
      )}
    </div>
  )
}

interface DayInputProps {
  value: string
  min: string
  max?: string
  onChange: (value: string) => void
}

/** A day. A date that is still being typed changes nothing. */
function DayInput({ value, onChange, ...limits }: DayInputProps) {
  return (
    <input
      key={value}
      type="date"
      required
      className={styles['input']}
      defaultValue={value}
      {...limits}
      onBlur={({ target }) => target.value !== value && target.validity.valid && onChange(target.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  )
}
