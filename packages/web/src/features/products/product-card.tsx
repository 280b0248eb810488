import type { Product } from '@rapport/core/entities/products/product.ts'
import type { ComponentProps } from 'react'
import { Card } from '#ui/cards/card.tsx'
import { Badge } from '#ui/primitives/badge.tsx'
import { capitalised, orNotSet } from '#ui/primitives/display-text.ts'
import { formatPrice } from '#ui/primitives/format-price.ts'
import { BrokenRules, ProductId } from './product-id.tsx'
import { formatMonthlyPrice, findPeriod, formatTrial, formatYearlyPrice } from './product-price.ts'
import styles from './products.module.css'

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
        <dt className="visually-hidden">Price</dt>
        <dd className={styles['price']}>
          <span className="figure">{formatPrice(product)}</span>
          {period && ` / ${period}`}
        </dd>
        <dd className={styles['price']}>
          {monthly !== undefined && (isMonthly ? `${formatYearlyPrice(product)} a year` : `≈ ${monthly} a month`)}
          {isCheapest && <Badge tone="coral">{isMonthly ? 'Cheapest per month' : 'Cheapest'}</Badge>}
        </dd>
        <dt>Billing</dt>
        <dd>{capitalised(orNotSet(product.billing_cycle))}</dd>
        {trial !== undefined && (
          <>
            <dt>Trial days</dt>
            <dd>{trial}</dd>
          </>
        )}
        <dt className="visually-hidden">Product ID</dt>
        <dd>
          <ProductId id={product.product_id} />
        </dd>
      </dl>
      <BrokenRules product={product} />
    </Card>
  )
}
