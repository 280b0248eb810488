import type { Category } from '@rapport/core/entities/categories/category.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { positionsQuery } from '#data/catalogue.queries.ts'
import { paths } from '#platform/paths.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import styles from './positions-link.module.css'

/** Returns positions by the text of their category's id; undefined until they are loaded. */
export function usePositionsByCategory() {
  const { data, isPending } = useQuery(positionsQuery)
  const positions = useMemo(() => data && Map.groupBy(data, ({ category_id }) => String(category_id)), [data])
  return { positions, isPending }
}

export function positionsPath(id: Category['id']): string {
  return `${paths.positions}?category=${encodeURIComponent(id)}`
}

type Props = ReturnType<typeof usePositionsByCategory> & { category: Category }

/** A link to a category's positions, with their number. */
export function PositionsLink({ category: { id, category_name }, positions, isPending }: Props) {
  const count = positions?.get(String(id))?.length ?? 0
  const text = count === 1 ? '1 position' : `${count} positions`
  return (
    <p className={styles['positions']}>
      {isPending && <Skeleton width="5rem" />}
      {positions && count === 0 && 'No positions'}
      {count > 0 && (
        <Link to={positionsPath(id)} aria-label={`${text} in ${category_name}`}>
          {text}
        </Link>
      )}
    </p>
  )
}
