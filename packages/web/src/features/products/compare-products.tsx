import type { Product } from '@rapport/core/entities/products/product.ts'
import { useMemo } from 'react'
import type { ListProps } from '#crud/crud-screen.tsx'
import { RecordActions } from '#ui/cards/record-actions.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Badge } from '#ui/primitives/badge.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { capitalised, NOT_SET, orNotSet } from '#ui/primitives/display-text.ts'
import { formatPrice } from '#ui/primitives/format-price.ts'
import { createColumns, DataTable } from '#ui/table/data-table.tsx'
import { findSaving, toDotColor, type ProductGroup } from './product-groups.ts'
import { ProductId } from './product-id.tsx'
import { formatMonthlyPrice, findPeriod, formatShortTrial, formatTrial } from './product-price.ts'
import styles from './compare-products.module.css'

interface Props {
  groups: readonly ProductGroup[]
  editLink: ListProps<Product>['editLink']
  onDelete: (product: Product) => void
}

/** A product, compared with the others of its group. */
interface ComparedProduct extends Product {
  isCheapest: boolean
  /** Percentage saved per month, compared with the group's monthly product. */
  saving: number | undefined
}

const column = createColumns<ComparedProduct>()

/** A table of all products. */
export function CompareProducts({ groups, editLink, onDelete }: Props) {
  const products = useMemo(
    () =>
      groups.flatMap((group) =>
        group.products.map((product) => ({
          ...product,
          isCheapest: product.id === group.cheapest,
          saving: findSaving(group, product),
        })),
      ),
    [groups],
  )
  const columns = useMemo(() => productColumns({ editLink, onDelete }), [editLink, onDelete])
  const firstIds = new Set(groups.map((group) => group.products[0]?.id))
  return (
    <Panel>
      <DataTable
        caption="Subscription plans"
        columns={columns}
        rows={products}
        expectedRows={products.length}
        rowId={({ id }) => String(id)}
        startsGroup={({ id }) => firstIds.has(id)}
        empty={null}
      />
    </Panel>
  )
}

function productColumns({ editLink, onDelete }: Pick<Props, 'editLink' | 'onDelete'>) {
  return column.columns([
    column.accessor(({ name }) => orNotSet(name), {
      id: 'name',
      header: 'Name and product ID',
      cell: ({ getValue, row: { original } }) => (
        <span className={styles['product']}>
          <span className={classNames(styles['title'], `${toDotColor(original.name)}-dot`)}>
            <bdi className={styles['name']}>{getValue()}</bdi>
            {original.isCheapest && <Badge tone="coral">Cheapest</Badge>}
          </span>
          <span className={styles['id']}>
            <ProductId id={original.product_id} />
          </span>
        </span>
      ),
      meta: { card: 'title' },
    }),
    column.accessor(formatPrice, {
      id: 'price',
      header: () => <span className={styles['amount']}>Price</span>,
      cell: ({ getValue, row: { original } }) => (
        <span className={styles['amount']}>
          {getValue()}
          <span className={styles['narrow']}>{findPeriod(original) && ` / ${findPeriod(original)}`}</span>
        </span>
      ),
      meta: { card: 'badge', width: 'max(6rem, 20cqi - 4rem)' },
    }),
    column.display({
      id: 'month',
      header: () => <span className={styles['amount']}>Per month</span>,
      cell: ({ row: { original } }) => (
        <>
          <span className={classNames(styles['amount'], styles['wide'])}>
            {formatMonthlyPrice(original) ?? NOT_SET}
            {original.saving !== undefined && (
              <span className={styles['saving']}>
                {`${original.saving}% less`}
                <span className={styles['reference']}> than monthly</span>
              </span>
            )}
          </span>
          <NarrowDetails product={original} />
        </>
      ),
      meta: { card: 'subtitle', width: 'clamp(7rem, 75cqi - 26.25rem, 14rem)' },
    }),
    column.accessor(({ billing_cycle }) => capitalised(orNotSet(billing_cycle)), {
      id: 'billing',
      header: 'Billing',
      meta: { width: 'max(5.25rem, 18cqi - 4rem)' },
    }),
    column.accessor((product) => formatTrial(product) ?? 'None', {
      id: 'trial',
      header: 'Trial days',
      cell: ({ getValue }) => <span className={styles['line']}>{getValue()}</span>,
      meta: { width: 'max(5.25rem, 18cqi - 4rem)' },
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      cell: ({ row: { original } }) => (
        <RecordActions
          name={orNotSet(original.name)}
          edit={editLink(original.id)}
          onDelete={() => onDelete(original)}
        />
      ),
      meta: { card: 'action', width: 'max(5.5rem, 10cqi)' },
    }),
  ])
}

/** The line of a card that replaces the columns. */
function NarrowDetails({ product }: { product: ComparedProduct }) {
  const month = formatMonthlyPrice(product)
  const trial = formatShortTrial(product)
  return (
    <span className={styles['narrow']}>
      {month && <strong>{`${product.billing_cycle === 'monthly' ? '' : '≈ '}${month} a month`}</strong>}
      {product.saving !== undefined && ` · ${product.saving}% less`}
      {month && trial && ' · '}
      {trial}
    </span>
  )
}
