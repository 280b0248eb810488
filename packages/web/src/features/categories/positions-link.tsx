import type { Category } from '@rapport/core/categories/category.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { positionsQuery } from '#data/catalogue-queries.ts'
import { paths } from '#platform/paths.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import styles from './positions-link.module.css'

/** How many positions each category has, by its id as text; undefined while they are not loaded. */
export function usePositionCounts() {
  const { data, isPending } = useQuery(positionsQuery)
  const counts = useMemo(() => {
    if (!data) return undefined
    const found = new Map<string, number>()
    for (const { category_id } of data) found.set(String(category_id), (found.get(String(category_id)) ?? 0) + 1)
    return found
  }, [data])
  return { counts, isPending }
}

/** The address of the positions of a category. */
export function positionsOf(id: Category['id']): string {
  return `${paths.positions}?category=${encodeURIComponent(id)}`
}

type Props = ReturnType<typeof usePositionCounts> & { category: Category }

/** Says how many positions a category has, and leads to them. */
export function PositionsLink({ category: { id }, counts, isPending }: Props) {
  const count = counts?.get(String(id)) ?? 0
  return (
    <p className={styles['positions']}>
      {isPending && <Skeleton width="5rem" />}
      {counts && count === 0 && 'No positions'}
      {count > 0 && <Link to={positionsOf(id)}>{count === 1 ? '1 position' : `${count} positions`}</Link>}
    </p>
  )
}
