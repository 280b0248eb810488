import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { Layers } from 'lucide-react'
import { useMemo } from 'react'
import { CardList } from '#crud/card-list.tsx'
import type { ListProps } from '#crud/crud-screen.tsx'
import { useListParams, useSearchInput, type ListConfig } from '#crud/use-list-params.ts'
import { previewUrl } from '#data/image-url.ts'
import { searchRecords } from '#data/search-records.ts'
import { Card } from '#ui/cards/card.tsx'
import { commandLine } from '#ui/copy-as-command/command-line.ts'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Picture } from '#ui/images/picture.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { useCategoryDeletion } from './category-deletion.tsx'
import { PositionsLink, usePositionsByCategory } from './positions-link.tsx'

const LIST: ListConfig<never> = { sorts: [], filterNames: [] }

/** The categories as cards (specification, section 2: categories). */
export function CategoryList(list: ListProps<Category>) {
  const { query, editLink } = list
  const categories = query.data
  const positionsByCategory = usePositionsByCategory()
  const params = useListParams(LIST)
  const searchInput = useSearchInput(...params)
  const matches = useMemo(
    () => categories && searchRecords(categoryEntity, categories, searchInput.search),
    [categories, searchInput.search],
  )
  return (
    <CardList
      entity={categoryEntity}
      title="Categories"
      list={list}
      params={params}
      searchInput={searchInput}
      matches={matches}
      filters={<SearchField label="Search categories" placeholder="Search category name" {...searchInput.field} />}
      command={() =>
        commandLine(['categories', 'list'], { [LIST_FLAGS.search]: searchInput.search.trim() || undefined })
      }
      addLabel="Add Category"
      loadingText="Loading categories..."
      lines={2}
      renderCard={(category, card) => (
        <Card
          name={orNotSet(category.category_name)}
          picture={<Picture src={previewUrl(category.category_image)} alt="" />}
          edit={editLink(category.id)}
          clickable
          {...card}
        >
          <PositionsLink category={category} {...positionsByCategory} />
        </Card>
      )}
      deletion={useCategoryDeletion(positionsByCategory.positions)}
      empty={{
        icon: <Layers />,
        title: 'No categories available. Add one!',
        text: 'Every position belongs to a category, so start here.',
      }}
      unmatched={{
        title: 'No categories found matching your search.',
        clearLabel: 'Clear search',
        onClear: () => searchInput.clear(),
      }}
    />
  )
}
