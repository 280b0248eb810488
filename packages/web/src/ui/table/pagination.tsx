import { ChevronLeft, ChevronRight } from 'lucide-react'
import styles from './pagination.module.css'

/** Pages shown on each side of the current one (specification, section 2). */
const WINDOW = 2

interface Props {
  /** Counted from 1. */
  page: number
  pageCount: number
  /** By pointer or by keyboard. */
  onPage: (page: number, byPointer: boolean) => void
}

/** Page buttons: the first, the last, and a window around the current one. */
export function Pagination({ page, pageCount, onPage }: Props) {
  return (
    <nav aria-label="Pages" className={styles['pages']}>
      <button
        type="button"
        className={styles['step']}
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={({ detail }) => onPage(page - 1, detail > 0)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <ol className={styles['list']}>
        {pagesAround(page, pageCount).map((entry) => (
          <li key={entry.key} className={entry.narrow && styles[entry.narrow]}>
            {entry.page === undefined ? (
              <span className={styles['ellipsis']} aria-hidden="true">
                …
              </span>
            ) : (
              <PageButton page={entry.page} current={entry.page === page} onPage={onPage} />
            )}
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={styles['step']}
        aria-label="Next page"
        disabled={page >= pageCount}
        onClick={({ detail }) => onPage(page + 1, detail > 0)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </nav>
  )
}

interface PageButtonProps {
  page: number
  current: boolean
  onPage: Props['onPage']
}

function PageButton({ page, current, onPage }: PageButtonProps) {
  return (
    <button
      type="button"
      className={styles['page']}
      aria-label={`Page ${page}`}
      aria-current={current ? 'page' : undefined}
      onClick={({ detail }) => onPage(page, detail > 0)}
    >
      {page}
    </button>
  )
}

interface Entry {
  key: string
  /** Undefined for a gap. */
  page?: number
  /** How it is shown where there is little room. */
  narrow?: 'hidden' | 'gap'
}

/** First and last page, the window around `page`, and gaps that stand for at least two pages. */
export function pagesAround(page: number, pageCount: number): Entry[] {
  const entries: Entry[] = []
  let before = 0
  for (let next = 1; next <= pageCount; next = nextShown(next, page, pageCount)) {
    if (next - before === 2) entries.push({ key: String(next - 1), page: next - 1, narrow: 'hidden' })
    else if (next - before > 2) entries.push({ key: `gap-${before}`, narrow: 'hidden' })
    const edge = Math.abs(next - page) === WINDOW && next !== 1 && next !== pageCount
    entries.push({ key: String(next), page: next, ...(edge && { narrow: 'gap' as const }) })
    before = next
  }
  return entries
}

function nextShown(shown: number, page: number, pageCount: number): number {
  if (shown < page - WINDOW) return page - WINDOW
  if (shown >= page + WINDOW && shown < pageCount) return pageCount
  return shown + 1
}
