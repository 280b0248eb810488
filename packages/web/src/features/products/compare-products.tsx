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
import { tierOf, type ProductGroup } from './product-groups.ts'
import { monthlyText, periodOf, priceText, shortTrialText, trialText } from './product-price.ts'
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
  const cheapest = ({ id }: Product, className: string | undefined) =>
    tierById.has(id) && (
      <span className={className}>
        <Badge tone="neutral">{`Cheapest ${tierById.get(id)}`}</Badge>
      </span>
    )
  return column.columns([
    column.accessor(({ name }) => orNotSet(name), {
      id: 'name',
      header: 'Name',
      cell: ({ getValue, row: { original } }) => (
        <span className={styles['plan']}>
          <bdi className={classNames(styles['name'], `${tierOf(original.name)}-dot`)}>{getValue()}</bdi>
          {cheapest(original, styles['wide'])}
        </span>
      ),
      meta: { card: 'title', width: '25%' },
    }),
    column.accessor(priceText, {
      id: 'price',
      header: () => (
        <span className={styles['amount']}>
          Price
          <span className={styles['period']} />
        </span>
      ),
      cell: ({ getValue, row: { original } }) => (
        <span className={styles['amount']}>
          {getValue()}
          <span className={styles['period']}>{periodOf(original) && ` / ${periodOf(original)}`}</span>
        </span>
      ),
      meta: { card: 'badge', width: 'max(8.5rem, 14.5rem - 10cqi, 10cqi)' },
    }),
    column.display({
      id: 'month',
      header: () => <span className={styles['amount']}>Per month</span>,
      cell: ({ row: { original } }) => (
        <span className={styles['month']}>
          <span>
            {original.billing_cycle !== 'monthly' && <span className={styles['narrow']}>≈ </span>}
            {monthlyText(original) ?? NOT_SET}
            <span className={styles['narrow']}> a month</span>
          </span>
          <span className={styles['narrow']}>{shortTrialText(original)}</span>
          {cheapest(original, styles['cheapest'])}
        </span>
      ),
      meta: { card: 'subtitle', width: 'max(7rem, 10cqi)' },
    }),
    column.accessor(({ billing_cycle }) => capitalised(orNotSet(billing_cycle)), {
      id: 'billing',
      header: 'Billing',
      meta: { width: 'max(5.5rem, 9.5cqi)', dropOrder: 3 },
    }),
    column.accessor((product) => trialText(product) ?? 'None', {
      id: 'trial',
      header: 'Trial days',
      cell: ({ getValue }) => <span className={styles['line']}>{getValue()}</span>,
      meta: { width: 'max(5.75rem, 9.5cqi)' },
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
      meta: { card: 'action', width: 'max(6.5rem, 10cqi)' },
    }),
  ])
}
