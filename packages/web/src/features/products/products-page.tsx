import { storeNames } from '@rapport/core/api/stores.ts'
import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import { brokenProducts, OWN_TRIAL_DAYS } from '@rapport/core/entities/products/store-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CreditCard, Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CrudScreen, ImportLink, type ListProps } from '#crud/crud-screen.tsx'
import { DeleteRecordDialog } from '#crud/delete-record.tsx'
import { ExportRecords } from '#crud/export-records.tsx'
import { ListScreen } from '#crud/list-screen.tsx'
import { productsQuery } from '#data/catalogue.queries.ts'
import { hiddenRecordsMessage } from '#data/hidden-records.ts'
import { useStores } from '#data/settings.queries.ts'
import { CardGrid } from '#ui/cards/card-grid.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Segments } from '#ui/fields/segments.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { ProductCard } from './product-card.tsx'
import { ProductForm } from './product-form.tsx'
import { groupProducts, toDotClass } from './product-groups.ts'
import { ProductTable } from './product-table.tsx'
import styles from './products.module.css'

const EXPECTED_PRODUCTS = 6
const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'cards', label: 'Cards' },
] as const

/** The list of products, or the form for one (specification, sections 2 and 4). */
export function ProductsPage() {
  return (
    <CrudScreen
      entity={productEntity}
      notFoundText="No subscription selected for editing."
      renderList={(list) => <ProductList {...list} />}
      renderForm={(form) => <ProductForm {...form} />}
    />
  )
}

/** All products on one page, in a table or as cards (specification, section 2: subscription). */
function ProductList({ query, onAdd, editLink }: ListProps<Product>) {
  const all = query.data
  const stores = useStores()
  const hiddenRecordsText = useQuery({ ...productsQuery, select: hiddenRecordsMessage }).data
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'cards' ? 'cards' : 'table'
  const rules = params.get('rules') === 'broken' ? 'broken' : 'all'
  const [productToDelete, setProductToDelete] = useState<Product>()
  const results = useRef<HTMLElement>(null)
  const broken = useMemo(() => all && brokenProducts(all, stores), [all, stores])
  const products = rules === 'broken' ? broken : all
  const groups = useMemo(() => products && groupProducts(products), [products])
  const hasRulesFilter = rules === 'broken' || (broken !== undefined && broken.length > 0)
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={onAdd}>
      Add Subscription
    </Button>
  )
  const show = (name: 'view' | 'rules', value: string, otherwise: string) =>
    setParams(
      (current) => {
        if (value === otherwise) current.delete(name)
        else current.set(name, value)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  const showRules = (value: string) => show('rules', value, 'all')
  const empty =
    all?.length === 0 ? (
      <EmptyState icon={<CreditCard />} title="No subscription plans available." actions={add}>
        {`Add the products that you sell in ${storeNames(stores)}.`}
      </EmptyState>
    ) : (
      <EmptyState
        icon={<CircleCheck />}
        title="No plan breaks a store rule."
        actions={<Button onClick={() => showRules('all')}>Show all plans</Button>}
      />
    )
  return (
    <ListScreen
      title="Subscription Plans"
      results={results}
      query={query}
      operation="listProducts"
      isTable={view === 'table'}
      filters={
        all?.length !== 0 && (
          <>
            <Segments label="View" value={view} options={VIEWS} onChange={(value) => show('view', value, 'table')} />
            {hasRulesFilter && (
              <Segments
                label="Store rules"
                value={rules}
                options={[
                  { value: 'all', label: 'All', count: all?.length },
                  { value: 'broken', label: 'Break a store rule', count: broken?.length },
                ]}
                onChange={showRules}
              />
            )}
            <output className={hasRulesFilter ? 'visually-hidden' : 'note'}>
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
          {all?.length !== 0 && add}
        </>
      }
    >
      {hiddenRecordsText !== undefined && <Notice tone="info">{hiddenRecordsText}</Notice>}
      {view === 'table' ? (
        <ProductTable
          groups={groups}
          expectedRows={EXPECTED_PRODUCTS}
          editLink={editLink}
          onDelete={setProductToDelete}
          empty={empty}
        />
      ) : (
        (groups?.length ? groups : [{ name: '', products, cheapest: undefined }]).map(
          ({ name, products: members, cheapest }, index, { length }) => (
            <section key={name} className={styles['group']}>
              {length > 1 && (
                <h2 className={classNames('row', toDotClass(name))}>
                  {name === '' ? 'Other plans' : <bdi>{name}</bdi>}
                </h2>
              )}
              <CardGrid
                label={name === '' ? 'Subscription plans' : `${name} plans`}
                items={members}
                expectedCards={EXPECTED_PRODUCTS}
                lines={5}
                renderCard={(product) => (
                  <ProductCard
                    product={product}
                    isCheapest={product.id === cheapest}
                    heading={length > 1 ? 'h3' : 'h2'}
                    edit={editLink(product.id)}
                    onDelete={() => setProductToDelete(product)}
                  />
                )}
                empty={empty}
              />
            </section>
          ),
        )
      )}
      {products?.some(({ trial_period_days: days }) => Number(days) === OWN_TRIAL_DAYS) && (
        <Notice tone="info" isPlain>
          {`The free trial of ${OWN_TRIAL_DAYS} days is the app’s own: one that is set up in ${storeNames(stores)} lasts at least 3 days.`}
        </Notice>
      )}
      <DeleteRecordDialog
        entity={productEntity}
        record={productToDelete}
        singular="subscription"
        formatName={({ name }) => orNotSet(name)}
        onClose={() => setProductToDelete(undefined)}
        fallbackFocus={results}
      >
        {({ product_id }, fate) => ` (${orNotSet(product_id)}) ${fate}. This changes nothing in ${storeNames(stores)}.`}
      </DeleteRecordDialog>
    </ListScreen>
  )
}

function planCount(count: number): string {
  return count === 1 ? '1 plan' : `${count} plans`
}
