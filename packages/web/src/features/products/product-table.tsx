import type { Product } from '@rapport/core/entities/products/product.ts'
import { type ReactNode, useMemo } from 'react'
import type { ListProps } from '#crud/crud-screen.tsx'
import { RecordActions } from '#ui/cards/record-actions.tsx'
import { Badge } from '#ui/primitives/badge.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { capitalised, NOT_SET, orNotSet } from '#ui/primitives/display-text.ts'
import { formatPrice } from '#ui/primitives/format-price.ts'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
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

const WIDTH = '12.5%'

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

function productColumns({ editLink, onDelete }: Pick<Props, 'editLink' | 'onDelete'>): Column<ComparedProduct>[] {
  return [
    {
      id: 'name',
      header: 'Name and product ID',
      cell: ({ row }) => (
        <>
          <span className={classNames('row', toDotClass(row.original.name))}>
            <bdi className={styles['name']}>{orNotSet(row.original.name)}</bdi>
            {row.original.isCheapest && <Badge tone="coral">Cheapest</Badge>}
          </span>
          <div className={styles['under']}>
            <ProductId id={row.original.product_id} />
            <p className="card-only">
              <strong>{[formatPrice(row.original), findPeriod(row.original)].filter(Boolean).join(' / ')}</strong>
              {row.original.saving !== undefined && ` · ${formatSaving(row.original)}`}
              <br />
              {[formatMonthText(row.original), formatFreeDays(row.original)].filter(Boolean).join(' · ')}
            </p>
            <BrokenRules product={row.original} />
          </div>
        </>
      ),
      meta: { card: 'title' },
    },
    {
      id: 'price',
      header: () => <div className={styles['amount']}>Price</div>,
      cell: ({ row }) => <div className={styles['amount']}>{formatPrice(row.original)}</div>,
      meta: { width: WIDTH },
    },
    {
      id: 'month',
      header: () => <div className={styles['amount']}>Per month</div>,
      cell: ({ row }) => (
        <div className={styles['amount']}>
          {formatMonthlyPrice(row.original) ?? NOT_SET}
          <p className="note">{formatSaving(row.original)}</p>
        </div>
      ),
      meta: { width: WIDTH },
    },
    {
      id: 'billing',
      header: 'Billing',
      cell: ({ row }) => capitalised(orNotSet(row.original.billing_cycle)),
      meta: { width: WIDTH },
    },
    {
      id: 'trial',
      header: 'Trial days',
      cell: ({ row }) => formatTrial(row.original) ?? 'None',
      meta: { width: WIDTH },
    },
    {
      id: 'actions',
      header: 'Actions',
      cell: ({ row }) => (
        <div data-item={row.original.id}>
          <RecordActions
            name={orNotSet(row.original.name)}
            edit={editLink(row.original.id)}
            onDelete={() => onDelete(row.original)}
          />
        </div>
      ),
      meta: { card: 'action', width: WIDTH },
    },
  ]
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
