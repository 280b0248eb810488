import type { Category } from '@rapport/core/entities/categories/category.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { categoriesQuery } from '#data/catalogue.queries.ts'
import { searchRecords } from '#data/search-records.ts'
import { orNotSet } from '#ui/primitives/display-text.ts'

/** Filters positions by search and category. Also returns the loaded categories to choose from. */
export function usePositionMatches(positions: readonly Position[] | undefined, search: string, chosenCategoryId = '') {
  const { data: categories } = useQuery(categoriesQuery)
  const names = useMemo(
    () => new Map(categories?.map(({ id, category_name }) => [String(id), category_name])),
    [categories],
  )
  // Ignores a category that no longer exists, because it has no name to show.
  const categoryId = categories && !names.has(chosenCategoryId) ? '' : chosenCategoryId
  const matches = useMemo(() => {
    const isInCategory = ({ category_id }: Position) => !categoryId || String(category_id) === categoryId
    return positions && searchRecords(positionEntity, positions, search).filter(isInCategory)
  }, [positions, search, categoryId])

  return {
    matches,
    categories: categories ?? NO_CATEGORIES,
    categoryNames: names,
    /** Empty for all categories. */
    categoryId,
    categoryName: ({ category_id, category: ownCategory }: Position) =>
      orNotSet(names.get(String(category_id)) ?? ownCategory?.category_name),
  }
}

const NO_CATEGORIES: readonly Category[] = []
