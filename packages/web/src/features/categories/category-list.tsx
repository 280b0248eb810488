import type { Category } from '@rapport/core/categories/category.ts'
import { foldText } from '@rapport/core/fold-text.ts'
import { Layers, Plus, SearchX } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { previewUrl } from '#lib/image-url.ts'
import { PAGE_SIZES, useListParams, type ListConfig } from '#lib/use-list-params.ts'
import { usePageOf } from '#lib/use-page-of.ts'
import { Button } from '#ui/button.tsx'
import { CardGrid } from '#ui/card-grid.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListFooter } from '#ui/list-footer.tsx'
import type { ListProps } from '#ui/crud-screen.tsx'
import { ListScreen } from '#ui/list-screen.tsx'
import { Picture } from '#ui/picture.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { DeleteCategory } from './delete-category.tsx'

const LIST: ListConfig<never> = { sorts: [], filterNames: [] }

/** The categories as cards (specification, section 2). */
export function CategoryList({
  items: categories,
  error,
  situation,
  loading,
  onRetry,
  onAdd,
  editLink,
}: ListProps<Category>) {
  const [{ page, size, search }, change] = useListParams(LIST)
  const [doomed, setDoomed] = useState<Category>()
  const results = useRef<HTMLElement>(null)
  const matches = useMemo(() => {
    const text = foldText(search.trim())
    return categories?.filter(({ category_name }) => foldText(category_name).includes(text))
  }, [categories, search])
  const shown = usePageOf(matches, {
    page,
    size,
    onLastPage: (last) => change({ page: last }, { replace: true }),
  })
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={onAdd}>
      Add Category
    </Button>
  )
  return (
    <ListScreen
      title="Categories"
      results={results}
      loaded={categories !== undefined}
      error={error}
      situation={situation}
      retrying={loading}
      onRetry={onRetry}
      filters={
        <SearchField
          label="Search categories"
          placeholder="Search category name"
          value={search}
          onSearch={(text) => change({ search: text }, { replace: true })}
        />
      }
      action={add}
    >
      <CardGrid
        label="Categories"
        items={shown}
        expectedCards={size}
        itemId={({ id }) => String(id)}
        pictured
        renderCard={(category) => (
          <Card
            name={category.category_name}
            picture={<Picture src={previewUrl(category.category_image)} alt="" />}
            edit={editLink(category.id)}
            onDelete={() => setDoomed(category)}
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
              actions={<Button onClick={() => change({ search: '' })}>Clear search</Button>}
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
      <DeleteCategory category={doomed} onClose={() => setDoomed(undefined)} fallbackFocus={results} />
    </ListScreen>
  )
}
