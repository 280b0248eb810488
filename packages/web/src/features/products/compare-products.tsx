import type { Product } from '@rapport/core/entities/products/product.ts'
import { useMemo } from 'react'
import type { ListProps } from '#crud/crud-screen.tsx'
import { RecordActions } from '#ui/cards/record-actions.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Badge } from '#ui/primitives/badge.tsx'
import { capitalised, NOT_SET, orNotSet } from '#ui/primitives/display-text.ts'
import { classNames } from '#ui/primitives/class-names.ts'
import { createColumns, DataTable } from '#ui/table/data-table.tsx'
import styles from './compare-products.module.css'
import { toTier, type ProductGroup } from './product-groups.ts'
import { formatMonthlyPrice, findPeriod, formatShortTrial, formatTrial } from './product-price.ts'
import { formatPrice } from '#ui/primitives/format-price.ts'
import { ProductId } from './product-id.tsx'

interface Props {
  groups: readonly ProductGroup[]
  editLink: ListProps<Product>['editLink']
  onDelete: (product: Product) => void
}

const column = createColumns<Product>()

/** Table of all products. */
export function CompareProducts({ groups, editLink, onDelete }: Props) {
  const products = useMemo(() => groups.flatMap((group) => group.products), [groups])
  const columns = useMemo(() => productColumns({ groups, editLink, onDelete }), [groups, editLink, onDelete])
  return (
    <Panel>
      <DataTable
        caption="Subscription plans"
        columns={columns}
        rows={products}
        expectedRows={products.length}
        rowId={({ id }) => String(id)}
        empty={null}
      />
    </Panel>
  )
}

function productColumns({ groups, editLink, onDelete }: Props) {
  const tierById = new Map(groups.map(({ name, cheapest }) => [cheapest, name]))
  return column.columns([
    column.accessor(({ name }) => orNotSet(name), {
      id: 'name',
      header: 'Name',
      cell: ({ getValue, row: { original } }) => (
        <span className={styles['plan']}>
          <bdi className={classNames(styles['name'], `${toTier(original.name)}-dot`)}>{getValue()}</bdi>
          {tierById.has(original.id) && (
            <span className={styles['cheapest']}>
              <Badge tone="neutral">{`Cheapest ${tierById.get(original.id)}`}</Badge>
            </span>
          )}
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
      meta: { card: 'badge', width: 'max(7rem, 10cqi)' },
    }),
    column.display({
      id: 'month',
      header: () => <span className={styles['amount']}>Per month</span>,
      cell: ({ row: { original } }) => (
        <>
          <span className={classNames(styles['amount'], styles['wide'])}>
            {formatMonthlyPrice(original) ?? NOT_SET}
          </span>
          <span className={styles['narrow']}>{detailsText(original)}</span>
        </>
      ),
      meta: { card: 'subtitle', width: 'max(6.5rem, 10cqi)' },
    }),
    column.accessor(({ billing_cycle }) => capitalised(orNotSet(billing_cycle)), {
      id: 'billing',
      header: 'Billing',
      meta: { width: 'max(5rem, 9.5cqi)' },
    }),
    column.accessor((product) => formatTrial(product) ?? 'None', {
      id: 'trial',
      header: 'Trial days',
      cell: ({ getValue }) => <span className={styles['line']}>{getValue()}</span>,
      meta: { width: 'max(5rem, 9.5cqi)' },
    }),
    column.accessor('product_id', {
      id: 'product_id',
      header: 'Product ID',
      cell: ({ getValue }) => <ProductId id={getValue()} />,
      meta: { width: '26%', dropOrder: 1 },
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

/** The second line of a card. The price of a monthly plan is in the first. */
function detailsText(product: Product): string {
  const monthly = product.billing_cycle !== 'monthly' && formatMonthlyPrice(product)
  return [monthly && `≈ ${monthly} a month`, formatShortTrial(product)].filter(Boolean).join(' · ')
}
