import type { Position } from '@rapport/core/positions/position.ts'
import { Plus, SearchX, Sparkles } from 'lucide-react'
import { useRef, useState } from 'react'
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
import { SelectField } from '#ui/select-field.tsx'
import { DeletePosition } from './delete-position.tsx'
import styles from './position-list.module.css'
import { usePositionMatches } from './use-position-matches.ts'

const LIST: ListConfig<never> = { sorts: [], filterNames: ['category'] }

/** The positions as cards (specification, section 2). */
export function PositionList({
  items: positions,
  error,
  situation,
  loading,
  onRetry,
  onAdd,
  editLink,
}: ListProps<Position>) {
  const [{ page, size, search, filters }, change] = useListParams(LIST)
  const [doomed, setDoomed] = useState<Position>()
  const results = useRef<HTMLElement>(null)
  const { matches, categories, category, categoryName } = usePositionMatches(positions, search, filters['category'])
  const shown = usePageOf(matches, {
    page,
    size,
    onLastPage: (last) => change({ page: last }, { replace: true }),
  })
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={onAdd}>
      Add Position
    </Button>
  )
  return (
    <ListScreen
      title="Positions"
      results={results}
      loaded={positions !== undefined}
      error={error}
      situation={situation}
      retrying={loading}
      onRetry={onRetry}
      filters={
        <>
          <SearchField
            label="Search positions"
            placeholder="Search name"
            value={search}
            onSearch={(text) => change({ search: text }, { replace: true })}
          />
          <SelectField
            label="Category"
            hideLabel
            value={category}
            options={[
              { value: '', label: 'All Category' },
              ...categories.map(({ id, category_name }) => ({ value: String(id), label: category_name })),
            ]}
            onChange={(next) => change({ filters: { category: next } })}
          />
        </>
      }
      action={add}
    >
      <CardGrid
        label="Positions"
        items={shown}
        expectedCards={size}
        itemId={({ id }) => String(id)}
        pictured
        lines={4}
        renderCard={(position) => (
          <Card
            name={position.subcategory_name}
            kicker={categoryName(position)}
            picture={<Picture src={previewUrl(position.sub_cat_image)} alt="" />}
            edit={editLink(position.id)}
            onDelete={() => setDoomed(position)}
            clickable
          >
            {position.benefits && <p className={styles['benefits']}>{position.benefits}</p>}
          </Card>
        )}
        empty={
          positions?.length === 0 ? (
            <EmptyState icon={<Sparkles />} title="No positions available." actions={add}>
              Add the first one: a photo, a name and a category are enough.
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX />}
              title="No positions found matching your search."
              actions={
                <Button onClick={() => change({ search: '', filters: { category: undefined } })}>
                  Show all positions
                </Button>
              }
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
        loading="Loading positions..."
        onPage={(next) => change({ page: next })}
        onSize={(next) => change({ size: next })}
      />
      <DeletePosition position={doomed} onClose={() => setDoomed(undefined)} fallbackFocus={results} />
    </ListScreen>
  )
}
