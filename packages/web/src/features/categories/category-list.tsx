import type { Category } from '@rapport/core/entities/categories/category.ts'
import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { useMemo } from 'react'
import { CardList } from '#crud/card-list.tsx'
import type { ListProps } from '#crud/crud-screen.tsx'
import { useTrash } from '#crud/undo.ts'
import { useListParams, useSearchInput, type ListConfig } from '#crud/use-list-params.ts'
import { categoriesQuery } from '#data/catalogue.queries.ts'
import { hiddenRecordsMessage } from '#data/hidden-records.ts'
import { previewUrl } from '#data/image-url.ts'
import { Card } from '#ui/cards/card.tsx'
import { commandLine } from '#ui/copy-as-command/command-line.ts'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Picture } from '#ui/images/picture.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { AlsoDeletePositions } from './also-delete-positions.tsx'
import { deleteCategory, useReloadAfterDeletion } from './categories.mutations.ts'
import { DeleteCategoryDialog } from './delete-category.tsx'
import { PositionsLink, usePositionsByCategory } from './positions-link.tsx'
import { useAlsoDeletePositions } from './use-also-delete-positions.ts'

const LIST: ListConfig<never> = { sorts: [], filterNames: [] }

/** The categories as cards (specification, section 2: categories). */
export function CategoryList(list: ListProps<Category>) {
  const { query, editLink } = list
  const categories = query.data
  const trash = useTrash()
  const positionsByCategory = usePositionsByCategory()
  const positionsIn = ({ id }: Category) => positionsByCategory.positions?.get(String(id)) ?? []
  const { checked, onCheckedChange, onPositionDeleted, deletedMessage, reset } = useAlsoDeletePositions()
  const params = useListParams(LIST)
  const searchInput = useSearchInput(...params)
  const matches = useMemo(() => {
    const text = foldText(searchInput.search.trim())
    return categories?.filter(({ category_name }) => foldText(category_name).includes(text))
  }, [categories, searchInput.search])
  return (
    <CardList
      title="Categories"
      list={list}
      params={params}
      searchInput={searchInput}
      matches={matches}
      notice={useQuery({ ...categoriesQuery, select: hiddenRecordsMessage }).data}
      filters={
        <SearchField
          label="Search categories"
          placeholder="Search category name"
          value={searchInput.search}
          onChange={searchInput.setSearch}
        />
      }
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
      renderDelete={({ record, ...dialog }) => <DeleteCategoryDialog category={record} {...dialog} />}
      bulk={{
        singular: 'category',
        plural: 'categories',
        formatName: ({ category_name }) => orNotSet(category_name),
        deleteRecord: (category, batch) =>
          deleteCategory(
            { id: category.id, batch },
            { positionsToDelete: checked ? positionsIn(category) : [], onPositionDeleted },
          ),
        alreadyDeletedMessage: deletedMessage,
        onClose: reset,
        renderChoice: (selected) => (
          <AlsoDeletePositions
            whose="their"
            count={selected.flatMap(positionsIn).length}
            checked={checked}
            onCheckedChange={onCheckedChange}
          />
        ),
        trash,
        operation: 'deleteCategory',
        onSettled: useReloadAfterDeletion(),
      }}
      empty={{
        icon: <Layers />,
        title: 'No categories available. Add one!',
        text: 'Every position belongs to a category, so start here.',
      }}
      unmatched={{
        title: 'No categories found matching your search.',
        clearLabel: 'Clear search',
        onClear: searchInput.clear,
      }}
    />
  )
}
