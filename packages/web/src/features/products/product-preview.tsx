import { AppPreview } from '#ui/cards/app-preview.tsx'
import { formatPrice } from '#ui/primitives/format-price.ts'
import { findPeriod, formatTrial } from './product-price.ts'
import type { toInput } from './product-values.ts'
import styles from './products.module.css'

/** A product approximately as the app offers it, with the values typed so far. */
export function ProductPreview({ input }: { input: ReturnType<typeof toInput> }) {
  const name = input.name.trim()
  const period = findPeriod(input)
  const trial = formatTrial(input)
  const amount = Number.isNaN(input.price) ? undefined : formatPrice(input)
  return (
    <AppPreview>
      <div className={styles['offer']}>
        <strong dir="auto" className={name === '' ? 'placeholder-text' : undefined}>
          {name || 'Name'}
        </strong>
        <span className={amount === undefined ? 'placeholder-text' : undefined}>
          <span className={styles['figure']}>{amount ?? 'Price'}</span>
          {period && ` / ${period}`}
        </span>
        <span className={styles['subscribe']}>{trial === undefined ? 'Subscribe' : `Try ${trial} for free`}</span>
        <span className="note">
          {trial === undefined || amount === undefined
            ? 'Renews automatically.'
            : `Then ${amount}${period ? ` a ${period}` : ''}. Renews automatically.`}
        </span>
      </div>
    </AppPreview>
  )
}
