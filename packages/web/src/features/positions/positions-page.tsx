import type { Category } from '@rapport/core/entities/categories/category.ts'
import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CardList } from '#crud/card-list.tsx'
import { CrudScreen, type ListProps } from '#crud/crud-screen.tsx'
import { filterRecords } from '#crud/filter-records.ts'
import { useListParams, useSearchInput, type ListConfig } from '#crud/use-list-params.ts'
import { categoriesQuery } from '#data/catalogue.queries.ts'
import { previewUrl } from '#data/image-url.ts'
import { searchRecords } from '#data/search-records.ts'
import { Card } from '#ui/cards/card.tsx'
import { commandLine } from '#ui/copy-as-command/command-line.ts'
import { FilterMenu } from '#ui/fields/filter-menu.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { DrawnPicture, Picture } from '#ui/images/picture.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { PositionForm } from './position-form.tsx'

const LIST: ListConfig<never> = { sorts: [], filterNames: ['category', 'tips'] }
const NO_CATEGORIES: readonly Category[] = []
const TIPS = [
  ['set', 'Set'],
  ['not-set', 'Not set'],
] as const

/** The list of positions, or the form for one (specification, sections 2 and 4). */
export function PositionsPage() {
  return (
    <CrudScreen
      entity={positionEntity}
      notFoundText="No position selected for editing."
      renderList={(list) => <PositionList {...list} />}
      renderForm={(form) => <PositionForm {...form} />}
    />
  )
}

/** The positions as cards (specification, section 2: positions). */
function PositionList(list: ListProps<Position>) {
  const params = useListParams(LIST)
  const [{ filters }, change] = params
  const searchInput = useSearchInput(...params)
  const { data: categories = NO_CATEGORIES, isSuccess } = useQuery(categoriesQuery)
  const names = useMemo(
    () => new Map(categories.map(({ id, category_name }) => [String(id), category_name])),
    [categories],
  )
  const { matches, options, category, tips } = useMemo(() => {
    const selected = {
      // Ignores a category that no longer exists, because it has no name to show.
      category: filters['category']?.filter((id) => !isSuccess || names.has(id)) ?? [],
      tips: filters['tips'] ?? [],
    }
    const found = list.query.data && searchRecords(positionEntity, list.query.data, searchInput.search)
    const results = filterRecords(found, {
      category: { selected: selected.category, valueOf: ({ category_id }) => String(category_id) },
      tips: { selected: selected.tips, valueOf: ({ safety_tips }) => (safety_tips?.trim() ? 'set' : 'not-set') },
    })
    return { ...results, ...selected }
  }, [list.query.data, searchInput.search, filters, names, isSuccess])
  const setFilter = (name: string) => (value: string[]) => change({ filters: { [name]: value } })
  return (
    <CardList
      entity={positionEntity}
      list={list}
      params={params}
      searchInput={searchInput}
      matches={matches}
      parentNames={names}
      filters={
        <>
          <SearchField label="Search positions" placeholder="Search name" {...searchInput.field} />
          <FilterMenu
            label={category.length === 0 ? 'All Category' : 'Category'}
            selected={category}
            options={options('category', names)}
            onChange={setFilter('category')}
          />
          <FilterMenu
            label="Safety tips"
            selected={tips}
            options={options('tips', TIPS)}
            onChange={setFilter('tips')}
          />
        </>
      }
      command={() => ({
        text: commandLine(['positions', 'list'], {
          [LIST_FLAGS.search]: searchInput.search.trim() || undefined,
          [LIST_FLAGS.category]: category.length === 1 ? `id:${category[0]}` : undefined,
        }),
        note:
          category.length > 1 || tips.length > 0
            ? 'It does not filter by several categories or by safety tips.'
            : undefined,
      })}
      addLabel="Add Position"
      loadingText="Loading positions..."
      unmatchedText="No positions found matching your search."
      lines={4}
      renderCard={(position, card) => (
        <Card
          name={orNotSet(position.subcategory_name)}
          overline={orNotSet(names.get(String(position.category_id)) ?? position.category?.category_name)}
          picture={
            <Picture
              src={previewUrl(position.sub_cat_image)}
              alt=""
              missing={<DrawnPicture id={position.id} categoryId={position.category_id} />}
            />
          }
          edit={list.editLink(position.id)}
          {...card}
        >
          {position.benefits && <p>{position.benefits}</p>}
        </Card>
      )}
      deletion={{
        formatName: ({ subcategory_name }) => orNotSet(subcategory_name),
        renderDescription: (_, fate) => ` ${fate}, with its image and texts.`,
      }}
      empty={{
        title: 'No positions available.',
        text: 'Add the first one: a photo, a name and a category are enough.',
      }}
    />
  )
}
