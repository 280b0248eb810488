import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { categoriesQuery } from '#data/catalogue.queries.ts'
import { orNotSet } from '#ui/primitives/display-text.ts'

/** Filters positions by search and category. Also returns the loaded categories to choose from. */
export function usePositionMatches(positions: readonly Position[] | undefined, search: string, chosenCategoryId = '') {
  const { data: categories } = useQuery(categoriesQuery)
  const names = useMemo(
    () => new Map(categories?.map(({ id, category_name }) => [String(id), category_name])),
    [categories],
  )
  const searchablePositions = useMemo(
    () => positions?.map((position) => ({ position, name: foldText(position.subcategory_name) })),
    [positions],
  )
  // Ignores a category that no longer exists, because it has no name to show.
  const categoryId = categories && !names.has(chosenCategoryId) ? '' : chosenCategoryId
  const matches = useMemo(() => {
    const text = foldText(search.trim())
    return searchablePositions
      ?.filter(
        ({ position, name }) => name.includes(text) && (!categoryId || String(position.category_id) === categoryId),
      )
      .map(({ position }) => position)
  }, [searchablePositions, search, categoryId])

  return {
    matches,
    categories: categories ?? NO_CATEGORIES,
    /** Empty for all categories. */
    categoryId,
    categoryName: ({ category_id, category: ownCategory }: Position) =>
      orNotSet(names.get(String(category_id)) ?? ownCategory?.category_name),
  }
}

const NO_CATEGORIES: readonly Category[] = []
