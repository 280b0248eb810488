import { ChevronLeft, ChevronRight } from 'lucide-react'
import styles from './pagination.module.css'

/**
 * Page sizes of all lists but the notifications (specification, section 9, requires them for users, positions and
 * categories).
 */
export const PAGE_SIZES = [12, 24, 50] as const

export function countPages(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** The number of pages on each side of the current one (specification, section 2: users). */
const WINDOW = 2

interface Props {
  /** Starts at 1. */
  page: number
  pageCount: number
  disabled: boolean
  onPage: (page: number) => void
}

/** Buttons for the first and last page and for a window around the current one. */
export function Pagination({ page, pageCount, disabled, onPage }: Props) {
  return (
    <nav aria-label="Pages" className={styles['pages']}>
      <button
        type="button"
        className={styles['step']}
        aria-label="Previous page"
        disabled={disabled || page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft />
      </button>
      <ol className={styles['list']}>
        {pagesAround(page, pageCount).map(({ key, page: shown, narrow }) => (
          <li key={key} className={narrow && styles[narrow]}>
            {shown === undefined ? (
              <span className={styles['ellipsis']} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                type="button"
                className={styles['page']}
                aria-label={`Page ${shown}`}
                disabled={disabled && shown !== page}
                aria-current={shown === page ? 'page' : undefined}
                onClick={() => onPage(shown)}
              >
                {shown}
              </button>
            )}
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={styles['step']}
        aria-label="Next page"
        disabled={disabled || page >= pageCount}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight />
      </button>
    </nav>
  )
}

interface Entry {
  key: string
  /** Undefined for a gap. */
  page?: number
  /** How the entry is shown in a narrow list. */
  narrow?: 'hidden' | 'gap'
}

/** Returns the first and last page, the window around `page`, and gaps of at least two pages. */
export function pagesAround(page: number, pageCount: number): Entry[] {
  const entries: Entry[] = []
  let before = 0
  for (let next = 1; next <= pageCount; next = nextShown(next, page, pageCount)) {
    if (next - before === 2) entries.push({ key: String(next - 1), page: next - 1, narrow: 'hidden' })
    else if (next - before > 2) entries.push({ key: `gap-${before}`, narrow: 'hidden' })
    const edge = Math.abs(next - page) === WINDOW && next > 2 && next < pageCount - 1
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
