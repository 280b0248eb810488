import type { Category } from '@rapport/core/entities/categories/category.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { positionsQuery } from '#data/catalogue.queries.ts'
import { paths } from '#platform/paths.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'

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

/** A link to a category's positions, with their number, or to adding the first. */
export function PositionsLink({ category: { id, category_name }, positions, isPending }: Props) {
  const count = positions?.get(String(id))?.length ?? 0
  const text = count === 1 ? '1 position' : `${count} positions`
  return (
    <p>
      {isPending && <Skeleton width="5rem" />}
      {positions && (
        <Link
          to={count === 0 ? `${positionsPath(id)}&add` : positionsPath(id)}
          aria-label={count === 0 ? `Add a position to ${category_name}` : `${text} in ${category_name}`}
        >
          {count === 0 ? 'Add a position' : text}
        </Link>
      )}
    </p>
  )
}
