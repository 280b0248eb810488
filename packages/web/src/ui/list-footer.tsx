import { useRef } from 'react'
import styles from './list-footer.module.css'
import { Pagination } from './pagination.tsx'
import { SelectField } from './select-field.tsx'

/** The top bar and some air. */
const HEADROOM = 80

interface Props {
  page: number
  size: number
  sizes: readonly number[]
  /** Rows on this page; undefined while they load. */
  shown: number | undefined
  total: number
  /** Stands in for the counts while they load. */
  loading: string
  /** Names the page size. */
  sizeLabel?: string
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** What stands under a list: page size, how much is shown, page buttons. */
export function ListFooter(props: Props) {
  const { page, size, sizes, shown, total, loading, sizeLabel = 'Rows per page', onPage, onSize } = props
  const footer = useRef<HTMLElement>(null)
  const pageCount = Math.max(1, Math.ceil(total / size))
  return (
    <footer ref={footer} className={styles['footer']}>
      <SelectField
        label={sizeLabel}
        value={size}
        options={sizes.map((value) => ({ value, label: String(value) }))}
        onChange={onSize}
      />
      <output className={styles['shown']}>{shown === undefined ? loading : `Showing ${shown} out of ${total}`}</output>
      <Pagination
        page={page}
        pageCount={pageCount}
        onPage={(next, byPointer) => {
          onPage(next)
          if (byPointer) showStart(footer.current?.closest('section'))
        }}
      />
    </footer>
  )
}

/** The next page begins at its start; by keyboard the button that was pressed stays in sight instead. */
function showStart(list: HTMLElement | null | undefined): void {
  const top = list?.getBoundingClientRect().top ?? 0
  if (list && top < 0) window.scrollBy({ top: top - HEADROOM, behavior: 'instant' })
}
