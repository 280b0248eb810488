import type { Category } from '@rapport/core/categories/category.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { Layers, Plus, SearchX } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { previewUrl } from '#data/image-url.ts'
import { PAGE_SIZES, usePageOf, useListParams, useTypedSearch, type ListConfig } from '#ui/table/use-list-params.ts'
import { Button } from '#ui/primitives/button.tsx'
import { CardGrid } from '#ui/cards/card-grid.tsx'
import { Card } from '#ui/cards/card.tsx'
import type { ListProps } from '#ui/crud/crud-screen.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ListFooter } from '#ui/table/list-footer.tsx'
import { ListScreen } from '#ui/crud/list-screen.tsx'
import { Picture } from '#ui/primitives/picture.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { DeleteCategory } from './delete-category.tsx'

const LIST: ListConfig<never> = { sorts: [], filterNames: [] }

/** The categories as cards (specification, section 2). */
export function CategoryList(list: ListProps<Category>) {
  const { items: categories, onAdd, editLink } = list
  const [params, change] = useListParams(LIST)
  const typed = useTypedSearch(params, change)
  const [categoryToDelete, setCategoryToDelete] = useState<Category>()
  const results = useRef<HTMLElement>(null)
  const matches = useMemo(() => {
    const text = foldText(typed.search.trim())
    return categories?.filter(({ category_name }) => foldText(category_name).includes(text))
  }, [categories, typed.search])
  const { size } = params
  const { page, items: shown } = usePageOf(matches, { page: typed.page, size }, change)
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={onAdd}>
      Add Category
    </Button>
  )
  return (
    <ListScreen
      title="Categories"
      results={results}
      list={list}
      filters={
        <SearchField
          label="Search categories"
          placeholder="Search category name"
          value={typed.search}
          onChange={typed.setSearch}
        />
      }
      action={add}
    >
      <CardGrid
        label="Categories"
        items={shown}
        expectedCards={size}
        pictured
        renderCard={(category) => (
          <Card
            name={orNotSet(category.category_name)}
            picture={<Picture src={previewUrl(category.category_image)} alt="" />}
            edit={editLink(category.id)}
            onDelete={() => setCategoryToDelete(category)}
            clickable
          />
        )}
        empty={
          categories?.length === 0 ? (
            <EmptyState icon={<Layers />} title="No categories available. Add one!" actions={add}>
              Positions are filed under categories, so this is where a catalogue begins.
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX />}
              title="No categories found matching your search."
              actions={<Button onClick={typed.clear}>Clear search</Button>}
            />
          )
        }
      />
      <ListFooter
        page={page}
        size={size}
        sizes={PAGE_SIZES}
        sizeLabel="Cards per page"
        shown={shown?.length}
        total={matches?.length ?? 0}
        loading="Loading categories..."
        onPage={(next) => change({ page: next })}
        onSize={(next) => change({ size: next })}
      />
      <DeleteCategory
        category={categoryToDelete}
        onClose={() => setCategoryToDelete(undefined)}
        fallbackFocus={results}
      />
    </ListScreen>
  )
}
