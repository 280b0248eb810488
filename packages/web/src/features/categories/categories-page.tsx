import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import { NO_CATEGORY_MESSAGE, type Category } from '@rapport/core/entities/categories/category.ts'
import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { useMemo } from 'react'
import { CardList } from '#crud/card-list.tsx'
import { CrudScreen, type ListProps } from '#crud/crud-screen.tsx'
import { filterRecords } from '#crud/filter-records.ts'
import { useListParams, useSearchInput, type ListConfig } from '#crud/use-list-params.ts'
import { previewUrl } from '#data/image-url.ts'
import { searchRecords } from '#data/search-records.ts'
import { Card } from '#ui/cards/card.tsx'
import { commandLine } from '#ui/copy-as-command/command-line.ts'
import { FilterMenu } from '#ui/fields/filter-menu.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { DrawnPicture, Picture } from '#ui/images/picture.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { useCategoryDeletion } from './category-deletion.tsx'
import { CategoryForm } from './category-form.tsx'
import { PositionsLink, usePositionsByCategory } from './positions-link.tsx'

const LIST: ListConfig<never> = { sorts: [], filterNames: ['positions'] }
const POSITIONS = [
  ['some', 'With positions'],
  ['none', 'Without positions'],
] as const

/** The list of categories, or the form for one (specification, sections 2 and 4). */
export function CategoriesPage() {
  return (
    <CrudScreen
      entity={categoryEntity}
      notFoundText={NO_CATEGORY_MESSAGE}
      renderList={(list) => <CategoryList {...list} />}
      renderForm={(form) => <CategoryForm {...form} />}
    />
  )
}

/** The categories as cards (specification, section 2: categories). */
function CategoryList(list: ListProps<Category>) {
  const { query, editLink } = list
  const positionsByCategory = usePositionsByCategory()
  const { positions } = positionsByCategory
  const params = useListParams(LIST)
  const [{ filters }, change] = params
  const searchInput = useSearchInput(...params)
  const selected = filters['positions']
  const { matches, options } = useMemo(() => {
    const found = query.data && searchRecords(categoryEntity, query.data, searchInput.search)
    return filterRecords(found, {
      positions: {
        // Without the positions, which may have failed to load, there is nothing to filter by.
        selected: (positions && selected) ?? [],
        valueOf: ({ id }) => (positions?.has(String(id)) ? 'some' : 'none'),
      },
    })
  }, [query.data, searchInput.search, positions, selected])
  return (
    <CardList
      entity={categoryEntity}
      list={list}
      params={params}
      searchInput={searchInput}
      matches={matches}
      filters={
        <>
          <SearchField label="Search categories" placeholder="Search category name" {...searchInput.field} />
          <FilterMenu
            label="Positions"
            selected={selected ?? []}
            options={options('positions', POSITIONS)}
            single
            onChange={(next) => change({ filters: { positions: next } })}
          />
        </>
      }
      command={() => ({
        text: commandLine(['categories', 'list'], { [LIST_FLAGS.search]: searchInput.search.trim() || undefined }),
        note: selected?.length ? 'It does not filter by positions.' : undefined,
      })}
      addLabel="Add Category"
      loadingText="Loading categories..."
      unmatchedText="No categories found matching your search."
      lines={2}
      renderCard={(category, card) => (
        <Card
          name={orNotSet(category.category_name)}
          picture={
            <Picture src={previewUrl(category.category_image)} alt="" missing={<DrawnPicture id={category.id} />} />
          }
          edit={editLink(category.id)}
          {...card}
        >
          <PositionsLink category={category} {...positionsByCategory} />
        </Card>
      )}
      deletion={useCategoryDeletion(positions)}
      empty={{
        title: 'No categories available. Add one!',
        text: 'Every position belongs to a category, so start here.',
      }}
    />
  )
}
