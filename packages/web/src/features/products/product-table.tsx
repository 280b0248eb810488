import type { Product } from '@rapport/core/entities/products/product.ts'
import { type ReactNode, useMemo } from 'react'
import type { ListProps } from '#crud/crud-screen.tsx'
import { RecordActions } from '#ui/cards/record-actions.tsx'
import { Badge } from '#ui/primitives/badge.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { capitalised, NOT_SET, orNotSet } from '#ui/primitives/display-text.ts'
import { formatPrice } from '#ui/primitives/format-price.ts'
import { createColumns, DataTable } from '#ui/table/data-table.tsx'
import { findSaving, toDotClass, type ProductGroup } from './product-groups.ts'
import { BrokenRules, ProductId } from './product-id.tsx'
import { formatMonthlyPrice, findPeriod, formatTrial } from './product-price.ts'
import styles from './products.module.css'

interface Props {
  /** Undefined while loading. */
  groups: readonly ProductGroup[] | undefined
  expectedRows: number
  editLink: ListProps<Product>['editLink']
  onDelete: (product: Product) => void
  empty: ReactNode
}

/** A product, compared with the others of its group. */
interface ComparedProduct extends Product {
  isCheapest: boolean
  /** Percentage saved per month, compared with the group's monthly product. */
  saving: number | undefined
}

const column = createColumns<ComparedProduct>()
const EQUAL_WIDTH = { width: '12.5%' }

/** A table of all products, which compares those of a group. */
export function ProductTable({ groups, expectedRows, editLink, onDelete, empty }: Props) {
  const products = useMemo(
    () =>
      groups?.flatMap((group) =>
        group.products.map((product) => ({
          ...product,
          isCheapest: product.id === group.cheapest,
          saving: findSaving(group, product),
        })),
      ),
    [groups],
  )
  const columns = useMemo(() => productColumns({ editLink, onDelete }), [editLink, onDelete])
  const firstIds = new Set(groups?.map((group) => group.products[0]?.id))
  return (
    <DataTable
      caption="Subscription plans"
      columns={columns}
      rows={products}
      expectedRows={expectedRows}
      rowId={({ id }) => String(id)}
      startsGroup={({ id }) => firstIds.has(id)}
      empty={empty}
    />
  )
}

function productColumns({ editLink, onDelete }: Pick<Props, 'editLink' | 'onDelete'>) {
  return column.columns([
    column.accessor(({ name }) => orNotSet(name), {
      id: 'name',
      header: 'Name and product ID',
      cell: ({ getValue, row: { original } }) => (
        <>
          <span className={classNames('row', toDotClass(original.name))}>
            <bdi className={styles['name']}>{getValue()}</bdi>
            {original.isCheapest && <Badge tone="coral">Cheapest</Badge>}
          </span>
          <div className={styles['under']}>
            <ProductId id={original.product_id} />
            <p className={styles['phone']}>
              <strong>{formatPricePerCycle(original)}</strong>
              {original.saving !== undefined && ` · ${formatSaving(original)}`}
              <br />
              {[formatMonthText(original), formatFreeDays(original)].filter(Boolean).join(' · ')}
            </p>
            <BrokenRules product={original} />
          </div>
        </>
      ),
      meta: { card: 'title' },
    }),
    column.accessor(formatPrice, {
      id: 'price',
      header: () => <span className={styles['amount']}>Price</span>,
      cell: ({ getValue }) => <span className={styles['amount']}>{getValue()}</span>,
      meta: EQUAL_WIDTH,
    }),
    column.display({
      id: 'month',
      header: () => <span className={styles['amount']}>Per month</span>,
      cell: ({ row: { original } }) => (
        <span className={styles['amount']}>
          {formatMonthlyPrice(original) ?? NOT_SET}
          <span className={styles['saving']}>{formatSaving(original)}</span>
        </span>
      ),
      meta: EQUAL_WIDTH,
    }),
    column.accessor(({ billing_cycle }) => capitalised(orNotSet(billing_cycle)), {
      id: 'billing',
      header: 'Billing',
      meta: EQUAL_WIDTH,
    }),
    column.accessor((product) => formatTrial(product) ?? 'None', {
      id: 'trial',
      header: 'Trial days',
      meta: EQUAL_WIDTH,
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      cell: ({ row: { original } }) => (
        <div data-item={original.id}>
          <RecordActions
            name={orNotSet(original.name)}
            edit={editLink(original.id)}
            onDelete={() => onDelete(original)}
          />
        </div>
      ),
      meta: { card: 'action', ...EQUAL_WIDTH },
    }),
  ])
}

function formatPricePerCycle(product: Product): string {
  return [formatPrice(product), findPeriod(product)].filter(Boolean).join(' / ')
}

function formatMonthText(product: Product): string | undefined {
  const month = product.billing_cycle === 'monthly' ? undefined : formatMonthlyPrice(product)
  return month && `≈ ${month} a month`
}

function formatFreeDays(product: Product): string | undefined {
  const trial = formatTrial(product)
  return trial && `${trial} free`
}

function formatSaving({ saving }: ComparedProduct): string | undefined {
  return saving === undefined ? undefined : `${saving}% less`
}
