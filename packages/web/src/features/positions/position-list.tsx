import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import { Sparkles } from 'lucide-react'
import { CardList } from '#crud/card-list.tsx'
import type { ListProps } from '#crud/crud-screen.tsx'
import { useListParams, useSearchInput, type ListConfig } from '#crud/use-list-params.ts'
import { previewUrl } from '#data/image-url.ts'
import { Card } from '#ui/cards/card.tsx'
import { commandLine } from '#ui/copy-as-command/command-line.ts'
import { InlineSelect } from '#ui/fields/inline-select.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Picture } from '#ui/images/picture.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { usePositionMatches } from './use-position-matches.ts'
import styles from './position-list.module.css'

const LIST: ListConfig<never> = { sorts: [], filterNames: ['category'] }

/** The positions as cards (specification, section 2: positions). */
export function PositionList(list: ListProps<Position>) {
  const params = useListParams(LIST)
  const [{ filters }, change] = params
  const searchInput = useSearchInput(...params)
  const { matches, categories, categoryNames, categoryId, categoryName } = usePositionMatches(
    list.query.data,
    searchInput.search,
    filters['category']?.[0],
  )
  return (
    <CardList
      entity={positionEntity}
      title="Positions"
      list={list}
      params={params}
      searchInput={searchInput}
      matches={matches}
      parentNames={categoryNames}
      filters={
        <>
          <SearchField label="Search positions" placeholder="Search name" {...searchInput.field} />
          <InlineSelect
            label="Category"
            hideLabel
            value={categoryId}
            options={[
              { value: '', label: 'All Category' },
              ...categories.map(({ id, category_name }) => ({ value: String(id), label: orNotSet(category_name) })),
            ]}
            onChange={(next) => change({ filters: { category: next } })}
          />
        </>
      }
      command={() =>
        commandLine(['positions', 'list'], {
          [LIST_FLAGS.search]: searchInput.search.trim() || undefined,
          [LIST_FLAGS.category]: categoryId === '' ? undefined : `id:${categoryId}`,
        })
      }
      addLabel="Add Position"
      loadingText="Loading positions..."
      lines={4}
      renderCard={(position, card) => (
        <Card
          name={orNotSet(position.subcategory_name)}
          overline={categoryName(position)}
          picture={<Picture src={previewUrl(position.sub_cat_image)} alt="" />}
          edit={list.editLink(position.id)}
          clickable
          {...card}
        >
          {position.benefits && <p className={styles['benefits']}>{position.benefits}</p>}
        </Card>
      )}
      deletion={{
        formatName: ({ subcategory_name }) => orNotSet(subcategory_name),
        renderDescription: ({ subcategory_name }, { fate }) => (
          <p>
            <strong>
              <bdi>{orNotSet(subcategory_name)}</bdi>
            </strong>{' '}
            {fate}, with its image and texts.
          </p>
        ),
      }}
      empty={{
        icon: <Sparkles />,
        title: 'No positions available.',
        text: 'Add the first one: a photo, a name and a category are enough.',
      }}
      unmatched={{
        title: 'No positions found matching your search.',
        clearLabel: 'Show all positions',
        onClear: () => searchInput.clear({ category: undefined }),
      }}
    />
  )
}
