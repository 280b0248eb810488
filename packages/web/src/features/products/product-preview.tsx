import { parseTypedDecimal } from '#forms/decimal.ts'
import { AppPreview } from '#ui/cards/app-preview.tsx'
import { formatPrice } from '#ui/primitives/format-price.ts'
import { findPeriod, formatTrial } from './product-price.ts'
import styles from './product-preview.module.css'

interface Props {
  /** Values typed so far. */
  values: { name: string; price: string; currency: string; billing_cycle: string; trial_period_days: string }
}

/** A product approximately as the app offers it. */
export function ProductPreview({ values }: Props) {
  const price = parseTypedDecimal(values.price)
  const period = findPeriod(values)
  const trial = formatTrial({ trial_period_days: Number(values.trial_period_days) || 0 })
  const amount = formatPrice({ price: Number.isNaN(price) ? 0 : price, currency: values.currency })
  return (
    <AppPreview>
      <div className={styles['product']}>
        <span className={values.name.trim() === '' ? 'placeholder-text' : styles['name']}>
          {values.name.trim() || 'Name'}
        </span>
        <span className={Number.isNaN(price) ? 'placeholder-text' : undefined}>
          <strong className={styles['amount']}>{amount}</strong>
          {period && ` / ${period}`}
        </span>
        <span className={styles['button']}>{trial === undefined ? 'Subscribe' : `Try ${trial} for free`}</span>
        <span className={styles['small']}>
          {trial === undefined
            ? 'Renews automatically.'
            : `Then ${amount}${period ? ` a ${period}` : ''}. Renews automatically.`}
        </span>
      </div>
    </AppPreview>
  )
}
