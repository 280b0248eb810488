import type { Position } from '@rapport/core/positions/position.ts'
import { Plus, SearchX, Sparkles } from 'lucide-react'
import { useRef, useState } from 'react'
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
import { SelectField } from '#ui/fields/select-field.tsx'
import { DeletePosition } from './delete-position.tsx'
import styles from './position-list.module.css'
import { usePositionMatches } from './use-position-matches.ts'

const LIST: ListConfig<never> = { sorts: [], filterNames: ['category'] }

/** The positions as cards (specification, section 2). */
export function PositionList(list: ListProps<Position>) {
  const { items: positions, onAdd, editLink } = list
  const [params, change] = useListParams(LIST)
  const typed = useTypedSearch(params, change)
  const [positionToDelete, setPositionToDelete] = useState<Position>()
  const results = useRef<HTMLElement>(null)
  const { matches, categories, category, categoryName } = usePositionMatches(
    positions,
    typed.search,
    params.filters['category'],
  )
  const { size } = params
  const { page, items: shown } = usePageOf(matches, { page: typed.page, size }, change)
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={onAdd}>
      Add Position
    </Button>
  )
  return (
    <ListScreen
      title="Positions"
      results={results}
      list={list}
      filters={
        <>
          <SearchField
            label="Search positions"
            placeholder="Search name"
            value={typed.search}
            onChange={typed.setSearch}
          />
          <SelectField
            label="Category"
            hideLabel
            value={category}
            options={[
              { value: '', label: 'All Category' },
              ...categories.map(({ id, category_name }) => ({ value: String(id), label: orNotSet(category_name) })),
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
        pictured
        lines={4}
        renderCard={(position) => (
          <Card
            name={orNotSet(position.subcategory_name)}
            overline={categoryName(position)}
            picture={<Picture src={previewUrl(position.sub_cat_image)} alt="" />}
            edit={editLink(position.id)}
            onDelete={() => setPositionToDelete(position)}
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
                <Button
                  onClick={() => {
                    typed.setSearch('')
                    change({ search: '', filters: { category: undefined } })
                  }}
                >
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
      <DeletePosition
        position={positionToDelete}
        onClose={() => setPositionToDelete(undefined)}
        fallbackFocus={results}
      />
    </ListScreen>
  )
}
