import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import { useQuery } from '@tanstack/react-query'
import { CreditCard, Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ImportLink, type ListProps } from '#crud/crud-screen.tsx'
import { DeleteRecordDialog } from '#crud/delete-record.tsx'
import { ExportRecords } from '#crud/export-records.tsx'
import { ListScreen } from '#crud/list-screen.tsx'
import { productsQuery } from '#data/catalogue.queries.ts'
import { hiddenRecordsMessage } from '#data/hidden-records.ts'
import { CardGrid } from '#ui/cards/card-grid.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Segments } from '#ui/fields/segments.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { CompareProducts } from './compare-products.tsx'
import { ProductCard } from './product-card.tsx'
import { groupProducts, toDotColor } from './product-groups.ts'
import styles from './product-list.module.css'

const EXPECTED_CARDS = 6
/** The maximum width of a card. */
const MAX_WIDTH_REM = 34
const VIEWS = [
  { value: 'cards', label: 'Cards' },
  { value: 'compare', label: 'Compare' },
] as const

/** All products on one page, as cards (specification, section 2: subscription) or in a table to compare. */
export function ProductList(list: ListProps<Product>) {
  const { query, onAdd, editLink } = list
  const products = query.data
  const hiddenRecordsText = useQuery({ ...productsQuery, select: hiddenRecordsMessage }).data
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'compare' ? 'compare' : 'cards'
  const [productToDelete, setProductToDelete] = useState<Product>()
  const results = useRef<HTMLElement>(null)
  const groups = useMemo(() => groupProducts(products ?? []), [products])
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={onAdd}>
      Add Subscription
    </Button>
  )
  const showView = (next: string) =>
    setParams(
      (current) => {
        if (next === 'cards') current.delete('view')
        else current.set('view', next)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <ListScreen
      title="Subscription Plans"
      results={results}
      query={query}
      operation="listProducts"
      filters={
        products?.length !== 0 && (
          <>
            <Segments label="View" value={view} options={VIEWS} onChange={showView} />
            <output className={styles['count']}>
              {products ? planCount(products.length) : !query.error && 'Loading subscriptions...'}
            </output>
          </>
        )
      }
      isActionPending={query.isPending}
      action={
        <>
          <ExportRecords entity={productEntity} records={products} />
          <ImportLink />
          {products?.length !== 0 && add}
        </>
      }
    >
      {hiddenRecordsText !== undefined && <Notice tone="info">{hiddenRecordsText}</Notice>}
      {groups.length === 0 ? (
        <CardGrid
          label="Subscription plans"
          items={products}
          expectedCards={EXPECTED_CARDS}
          lines={5}
          renderCard={() => null}
          empty={
            <EmptyState icon={<CreditCard />} title="No subscription plans available." actions={add}>
              Add the products that you sell in the App Store.
            </EmptyState>
          }
        />
      ) : view === 'compare' ? (
        <CompareProducts groups={groups} editLink={editLink} onDelete={setProductToDelete} />
      ) : (
        groups.map(({ name, products: members, cheapest }) => (
          <section key={name} className={styles['group']} style={{ maxWidth: `${members.length * MAX_WIDTH_REM}rem` }}>
            {groups.length > 1 && (
              <h2 className={classNames(styles['title'], `${toDotColor(name)}-dot`)}>
                {name === '' ? 'Other plans' : <bdi>{name}</bdi>}{' '}
                <span className={styles['count']}>{planCount(members.length)}</span>
              </h2>
            )}
            <CardGrid
              label={name === '' ? 'Subscription plans' : `${name} plans`}
              items={members}
              expectedCards={members.length}
              renderCard={(product) => (
                <ProductCard
                  product={product}
                  isCheapest={product.id === cheapest}
                  heading={groups.length > 1 ? 'h3' : 'h2'}
                  edit={editLink(product.id)}
                  onDelete={() => setProductToDelete(product)}
                />
              )}
              empty={null}
            />
          </section>
        ))
      )}
      <DeleteRecordDialog
        entity={productEntity}
        record={productToDelete}
        singular="subscription"
        formatName={({ name }) => orNotSet(name)}
        onClose={() => setProductToDelete(undefined)}
        fallbackFocus={results}
      >
        {({ name, product_id }, { fate }) => (
          <p>
            <strong>
              <bdi>{orNotSet(name)}</bdi>
            </strong>{' '}
            ({orNotSet(product_id)}) {fate}. This does not change the App Store or Google Play.
          </p>
        )}
      </DeleteRecordDialog>
    </ListScreen>
  )
}

function planCount(count: number): string {
  return count === 1 ? '1 plan' : `${count} plans`
}
