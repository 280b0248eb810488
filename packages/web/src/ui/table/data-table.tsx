import { type ColumnDef, metaHelper, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, useMemo, type ComponentProps, type CSSProperties, type ReactNode } from 'react'
import { useMedia } from '#platform/use-media.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import styles from './data-table.module.css'

interface ColumnMeta {
  /**
   * Place of the cell in a narrow table, which shows rows as cards and leaves out other cells. 'block' takes the card's
   * whole width; in a wide table, its row aligns at the top.
   */
  card?: 'title' | 'subtitle' | 'aside' | 'badge' | 'action' | 'block'
  /** CSS width of the column. Columns without a width share the rest. */
  width?: string
  /** CSS width that a column without a width has at least. */
  minWidth?: string
}

const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnMeta>() })

/** A column. Its id is also its name in `sort`. */
export type Column<Row extends object> = ColumnDef<typeof features, Row> & { id: string }

/** The selection of rows, by a checkbox in each row and one for all in the heading. */
export interface RowSelection<Row extends object> {
  isSelected: (row: Row) => boolean
  /** Why a row cannot be selected; none if undefined. */
  disabledReason?: (row: Row) => string | undefined
  formatLabel: (row: Row) => string
  onSelect: (rows: readonly Row[], selected: boolean) => void
}

interface Props<Row extends object> {
  /** Name of the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while loading; `expectedRows` placeholders are shown instead. */
  rows: readonly Row[] | undefined
  expectedRows: number
  rowId: (row: Row) => string
  /** Id of the sorted column, with a minus for descending; undefined for the default order. */
  sort?: string | undefined
  /** Undefined if columns cannot be sorted. */
  onSort?: (sort: string | undefined) => void
  selection?: RowSelection<Row>
  /** Called by a click on a row, or by Enter on a row or its checkbox. */
  onOpen?: (row: Row) => void
  /** Whether the row is the first of a group, which a stronger line separates. */
  startsGroup?: (row: Row) => boolean
  /** Id of the open row. */
  openId?: string | undefined
  /** Whether the rows are still those of the previous query. */
  isStale?: boolean
  /** Message if there are no rows. */
  empty: ReactNode
}

/**
 * A sortable table. With less width, name, subtitle and badge are first, and the others scroll sideways beside the names;
 * phones show rows as cards.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { caption, columns: given, rows, expectedRows, rowId, sort, onSort } = props
  const { startsGroup, onOpen, openId, isStale = false, empty } = props
  // Stale rows may not match the new filters.
  const selection = props.selection && isStale ? { ...props.selection, disabledReason: isLoading } : props.selection
  const isNarrow = useMedia('(width < 80rem)')
  const columns = useMemo(
    () => (isNarrow ? given.toSorted((a, b) => rank(a) - rank(b)) : [...given]),
    [given, isNarrow],
  )
  const sorting = sort === undefined ? [] : [{ id: sort.replace('-', ''), desc: sort.startsWith('-') }]
  const table = useTable({
    features,
    columns,
    data: rows ?? NO_ROWS,
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update
      onSort?.(next && (next.desc ? `-${next.id}` : next.id))
    },
  })
  const headers = table.getHeaderGroups().flatMap((group) => group.headers)
  const isEmpty = rows?.length === 0
  const content = (
    <table
      className={classNames(styles['table'], isStale && styles['stale'], selection && styles['selectable'])}
      style={isEmpty ? undefined : tableWidth(columns, selection && SELECT_WIDTH)}
      aria-busy={isStale || rows === undefined}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead className={classNames(styles['head'], ((!onSort && !selection) || isEmpty) && styles['idle'])}>
        <tr>
          {selection && (
            <th scope="col" className={styles['select']} data-card="select">
              {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is within SelectPage */}
              <label className={styles['selectAll']}>
                <SelectPage rows={rows ?? NO_ROWS} selection={selection} />
                <span>Select all</span>
              </label>
            </th>
          )}
          {headers.map((header) => {
            const { column } = header
            const { card, width } = column.columnDef.meta ?? {}
            const sorted = column.getIsSorted()
            const direction = sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined
            const label = <table.FlexRender header={header} />
            return (
              <th key={header.id} scope="col" style={{ width }} data-card={card} aria-sort={direction}>
                {onSort && card !== 'action' ? (
                  <button type="button" className={styles['sort']} onClick={() => column.toggleSorting()}>
                    {label}
                    {sorted && (sorted === 'asc' ? <ArrowUp /> : <ArrowDown />)}
                  </button>
                ) : (
                  label
                )}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody className={styles['body']}>
        {rows === undefined
          ? Array.from({ length: expectedRows }, (_, row) => (
              <tr key={`placeholder-${row}`}>
                {selection && (
                  <td data-card="select">
                    <Skeleton width="1.125rem" />
                  </td>
                )}
                {columns.map(({ id, meta }, index) => (
                  <td key={id} data-card={meta?.card}>
                    <Skeleton width={`${45 + ((row * 7 + index * 13) % 5) * 10}%`} />
                  </td>
                ))}
              </tr>
            ))
          : table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                data-selected={selection?.isSelected(row.original) || undefined}
                data-starts-group={startsGroup?.(row.original) || undefined}
                aria-current={row.id === openId || undefined}
                ref={row.id === openId ? keepInView : undefined}
                {...(onOpen && openProps(() => onOpen(row.original)))}
              >
                {selection && (
                  <td data-card="select">
                    <SelectRow row={row.original} selection={selection} />
                  </td>
                )}
                <Cells record={row.original} columns={columns}>
                  {() =>
                    row.getAllCells().map((cell) => (
                      // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control
                      <td key={cell.id} data-card={cell.column.columnDef.meta?.card}>
                        <table.FlexRender cell={cell} />
                      </td>
                    ))
                  }
                </Cells>
              </tr>
            ))}
      </tbody>
    </table>
  )
  return (
    <>
      <div className={styles['scroller']}>{content}</div>
      {isEmpty && empty}
    </>
  )
}

const NO_ROWS: never[] = []
const isLoading = () => 'The list is being loaded.'
/** Of columns that share the rest. */
const LEAST_WIDTH = '8rem'
/** Of the checkboxes. */
const SELECT_WIDTH = '2.75rem'

/** The cells of a row, drawn again only for another record or other columns: a search draws the rest at each keystroke. */
const Cells = memo(
  ({ children }: { record: object; columns: readonly unknown[]; children: () => ReactNode }) => children(),
  (before, after) => before.record === after.record && before.columns === after.columns,
)

/** Keeps the open row in view while the admin steps through the rows. */
function keepInView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}

/** Returns props that open a row by click and Enter. The row's controls still work, and its text can be selected. */
function openProps(open: () => void): ComponentProps<'tr'> {
  return {
    tabIndex: 0,
    className: styles['opens'],
    onClick: ({ target }) => {
      const isControl = target instanceof Element && target.closest('a, button, input') !== null
      if (!isControl && window.getSelection()?.isCollapsed !== false) open()
    },
    onKeyDown: ({ key, target, currentTarget }) => {
      const isCheckbox = target instanceof HTMLInputElement
      if (key === 'Enter' && (target === currentTarget || isCheckbox)) open()
    },
  }
}

function SelectPage<Row extends object>({ rows, selection }: { rows: readonly Row[]; selection: RowSelection<Row> }) {
  const selectable = rows.filter((row) => selection.disabledReason?.(row) === undefined)
  const selected = selectable.filter((row) => selection.isSelected(row)).length
  const all = selected > 0 && selected === selectable.length
  return (
    <Checkbox
      label="Select all on this page"
      title="Select all on this page"
      checked={all}
      indeterminate={selected > 0 && !all}
      disabled={selectable.length === 0}
      onCheckedChange={(next) => selection.onSelect(selectable, next)}
    />
  )
}

function SelectRow<Row extends object>({ row, selection }: { row: Row; selection: RowSelection<Row> }) {
  const disabledReason = selection.disabledReason?.(row)
  return (
    <Checkbox
      label={`Select ${selection.formatLabel(row)}`}
      title={disabledReason}
      checked={selection.isSelected(row)}
      disabled={disabledReason !== undefined}
      onCheckedChange={(next) => selection.onSelect([row], next)}
    />
  )
}

/** Returns the place of a column in a narrow window. */
function rank({ meta: { card } = {} }: { meta?: ColumnMeta }): number {
  if (card === 'title') return 0
  if (card === 'subtitle' || card === 'badge') return 1
  return card === 'action' ? 3 : 2
}

/** Returns the least width of a table in a wide list: that of all columns. */
function tableWidth(
  columns: readonly { meta?: ColumnMeta }[],
  selectWidth = '0rem',
): CSSProperties & { '--table-width': string } {
  const widths = [selectWidth, ...columns.map(({ meta }) => meta?.width ?? meta?.minWidth ?? LEAST_WIDTH)]
  return { '--table-width': `calc(${widths.join(' + ')})` }
}
