import type { Product } from '@rapport/core/entities/products/product.ts'
import type { ComponentProps } from 'react'
import { Card } from '#ui/cards/card.tsx'
import { Badge } from '#ui/primitives/badge.tsx'
import { capitalised, orNotSet } from '#ui/primitives/display-text.ts'
import { formatPrice } from '#ui/primitives/format-price.ts'
import { ProductId } from './product-id.tsx'
import { formatMonthlyPrice, findPeriod, formatTrial, formatYearlyPrice } from './product-price.ts'
import styles from './product-card.module.css'

interface Props extends Pick<ComponentProps<typeof Card>, 'edit' | 'onDelete' | 'heading'> {
  product: Product
  /** Whether the monthly price is the lowest among products that share the name. */
  isCheapest: boolean
}

/** The card of a product: price first, then the other fields (specification, section 2: subscription). */
export function ProductCard({ product, isCheapest, ...card }: Props) {
  const period = findPeriod(product)
  const trial = formatTrial(product)
  const isMonthly = product.billing_cycle === 'monthly'
  const monthly = formatMonthlyPrice(product)
  return (
    <Card {...card} name={orNotSet(product.name)}>
      <dl className={styles['facts']}>
        <div className={styles['price']}>
          <dt>Price</dt>
          <dd>
            <strong className={styles['amount']}>{formatPrice(product)}</strong>
            {period && ` / ${period}`}
          </dd>
          <dd className={styles['monthly']}>
            {monthly !== undefined && (isMonthly ? `${formatYearlyPrice(product)} a year` : `≈ ${monthly} a month`)}
            {isCheapest && <Badge tone="coral">{isMonthly ? 'Cheapest per month' : 'Cheapest'}</Badge>}
          </dd>
        </div>
        <div>
          <dt>Billing</dt>
          <dd>{capitalised(orNotSet(product.billing_cycle))}</dd>
        </div>
        {trial !== undefined && (
          <div>
            <dt>Trial days</dt>
            <dd>{trial}</dd>
          </div>
        )}
        <div className={styles['id']}>
          <dt>Product ID</dt>
          <dd>
            <ProductId id={product.product_id} />
          </dd>
        </div>
      </dl>
    </Card>
  )
}
