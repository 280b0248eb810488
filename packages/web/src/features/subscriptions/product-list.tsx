import type { Product } from '@rapport/core/products/product.ts'
import { CreditCard, Plus } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { useHiddenRecords } from '#data/hidden-records.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { CardGrid } from '#ui/cards/card-grid.tsx'
import { Card } from '#ui/cards/card.tsx'
import type { ListProps } from '#ui/crud/crud-screen.tsx'
import { capitalised, orNotSet } from '#ui/primitives/display-text.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ListScreen } from '#ui/crud/list-screen.tsx'
import { DeleteProduct } from './delete-product.tsx'
import { priceText } from './price-text.ts'
import styles from './product-list.module.css'

const EXPECTED = 6
/** Where a long product ID may go on in another line. */
const ID_PART = /[^._-]+[._-]*|[._-]+/g

/** The subscription products as cards, all on one page (specification, section 2). */
export function ProductList(list: ListProps<Product>) {
  const { items: products, onAdd, editLink } = list
  const hidden = useHiddenRecords('listProducts')
  const [productToDelete, setProductToDelete] = useState<Product>()
  const results = useRef<HTMLElement>(null)
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={onAdd}>
      Add Subscription
    </Button>
  )
  return (
    <ListScreen
      title="Subscription Plans"
      results={results}
      list={list}
      filters={
        <output className={styles['count']}>
          {products ? inWords(products.length) : !list.error && 'Loading subscriptions...'}
        </output>
      }
      action={add}
    >
      {hidden !== undefined && <Notice tone="info">{hidden}</Notice>}
      <CardGrid
        label="Subscription plans"
        items={products}
        expectedCards={EXPECTED}
        lines={5}
        renderCard={(product) => (
          <Card
            name={orNotSet(product.name)}
            edit={editLink(product.id)}
            onDelete={() => setProductToDelete(product)}
            actionsOnHover
          >
            <Facts product={product} />
          </Card>
        )}
        empty={
          <EmptyState icon={<CreditCard />} title="No subscription plans available." actions={add}>
            Add the products that you sell in the App Store and on Google Play.
          </EmptyState>
        }
      />
      <DeleteProduct product={productToDelete} onClose={() => setProductToDelete(undefined)} fallbackFocus={results} />
    </ListScreen>
  )
}

function Facts({ product }: { product: Product }) {
  const { billing_cycle, product_id, trial_period_days } = product
  // A number of days that could not be read is shown as the server sent it.
  const hasTrial = typeof trial_period_days === 'string' || Number(trial_period_days) > 0
  return (
    <dl className={styles['facts']}>
      <div className={styles['price']}>
        <dt>Price</dt>
        <dd>{priceText(product)}</dd>
      </div>
      <div>
        <dt>Billing</dt>
        <dd>{capitalised(orNotSet(billing_cycle))}</dd>
      </div>
      <div>
        <dt>Product ID</dt>
        <dd className={styles['id']}>
          {Array.from(orNotSet(product_id).matchAll(ID_PART), ({ 0: part, index: start }) => (
            <Fragment key={start}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </dd>
      </div>
      {hasTrial && (
        <div>
          <dt>Trial days</dt>
          <dd>{trial_period_days}</dd>
        </div>
      )}
    </dl>
  )
}

function inWords(count: number): string {
  return count === 1 ? '1 plan' : `${count} plans`
}
