import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
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
  const step = (label: string, icon: ReactNode, target: number) => (
    <button
      type="button"
      className={styles['step']}
      aria-label={label}
      disabled={disabled || target < 1 || target > pageCount}
      onClick={() => onPage(target)}
    >
      {icon}
    </button>
  )
  return (
    <nav aria-label="Pages" className={styles['pages']}>
      {step('Previous page', <ChevronLeft />, page - 1)}
      <ol className={styles['list']}>
        {pagesAround(page, pageCount).map((shown, index) => (
          <li key={shown ?? `gap-${index}`}>
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
      {step('Next page', <ChevronRight />, page + 1)}
    </nav>
  )
}

/** Returns the first and last page, the window around `page`, and undefined for gaps of at least two pages. */
export function pagesAround(page: number, pageCount: number): (number | undefined)[] {
  const isShown = (one: number) => one === 1 || one === pageCount || Math.abs(one - page) <= WINDOW
  return Array.from({ length: pageCount }, (_, index) => index + 1).flatMap((one) => {
    if (isShown(one) || (isShown(one - 1) && isShown(one + 1))) return [one]
    return isShown(one - 1) ? [undefined] : []
  })
}
