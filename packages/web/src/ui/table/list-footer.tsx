import { useRef, type ReactNode } from 'react'
import { NumberSelect } from '#ui/fields/select-field.tsx'
import { formatCount } from '#ui/primitives/display-text.ts'
import { countPages, PAGE_SIZES, Pagination } from './pagination.tsx'
import styles from './list-footer.module.css'

interface Props {
  page: number
  size: number
  sizes?: readonly number[]
  /** Number of rows on this page; undefined while loading. */
  shown: number | undefined
  total: number
  /** Whether there are more records than `total`, which cannot be shown. */
  totalIsMinimum?: boolean
  /** Text instead of the counts while loading. */
  loadingText: string
  sizeLabel?: string
  /** Whether other pages cannot be loaded. */
  disabled?: boolean
  /** Called with another page, or with another size, which starts at page 1. */
  onChange: (change: { page: number } | { size: number }) => void
}

/** The footer of a list: page size, counts, page buttons. */
export function ListFooter(props: Props) {
  const {
    page,
    size,
    sizes = PAGE_SIZES,
    shown,
    total,
    totalIsMinimum = false,
    loadingText,
    sizeLabel = 'Rows per page',
  } = props
  const { disabled = false, onChange } = props
  const footer = useRef<HTMLElement>(null)
  const isLoading = shown === undefined
  const hasPages = total > 0 || isLoading
  return (
    // A new element for an empty list: it appears further up, and moving there would be a layout shift.
    <footer key={hasPages ? 'pages' : 'empty'} ref={footer} className={styles['footer']}>
      {hasPages && (
        <NumberSelect label={sizeLabel} value={size} options={sizes} onChange={(next) => onChange({ size: next })} />
      )}
      <output className={styles['shown']}>
        {isLoading ? loadingText : `Showing ${shown} out of ${formatCount(total, totalIsMinimum)}`}
      </output>
      {hasPages && (
        <Pagination
          page={page}
          pageCount={countPages(total, size)}
          disabled={disabled}
          onPage={(next) => {
            onChange({ page: next })
            showStart(footer.current?.closest('section'))
          }}
        />
      )}
    </footer>
  )
}

/** The footer of a list without pages: the number shown, and a way to see more. */
export function CountFooter({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <footer className={styles['footer']}>
      <output className={styles['shown']}>{text}</output>
      <span className={styles['more']}>{children}</span>
    </footer>
  )
}

/** Scrolls to the start of the list for the next page. */
function showStart(list: HTMLElement | null | undefined): void {
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ behavior: 'instant' })
}
