import { useSearchParams } from 'react-router-dom'
import { DateRangePicker } from '#ui/date-range/date-range-picker.tsx'
import { writeDayRange } from '#ui/date-range/day-range.ts'
import { Segments } from '#ui/fields/segments.tsx'
import { RANGES, type SignUpRange } from './sign-up-range.ts'
import styles from './range-choice.module.css'

const OPTIONS = [
  { value: '7d', label: RANGES['7d'] },
  { value: '30d', label: RANGES['30d'] },
  { value: '90d', label: RANGES['90d'] },
  { value: '12m', label: RANGES['12m'] },
] as const

/** A choice of the range of the sign-ups, kept in the URL. */
export function RangeChoice({ range: { name, days } }: { range: SignUpRange }) {
  const [params, setParams] = useSearchParams()
  const choose = (text: string) => {
    params.set('range', text)
    setParams(params, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={styles['choice']}>
      <Segments
        label="Sign-up period"
        value={name === 'custom' ? undefined : name}
        options={OPTIONS}
        onChange={choose}
      />
      <DateRangePicker
        label="Sign-up period"
        value={days}
        isFiltering={name === 'custom'}
        withAllDates={false}
        onChange={(next) => next && choose(writeDayRange(next))}
      />
    </div>
  )
}
