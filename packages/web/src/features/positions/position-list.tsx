import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { CardList } from '#crud/card-list.tsx'
import type { ListProps } from '#crud/crud-screen.tsx'
import { DeleteRecordDialog } from '#crud/delete-record.tsx'
import { deletionText } from '#crud/deletion-text.ts'
import { useTrash } from '#crud/undo.ts'
import { useListParams, useSearchInput, type ListConfig } from '#crud/use-list-params.ts'
import { positionsQuery } from '#data/catalogue.queries.ts'
import { hiddenRecordsMessage } from '#data/hidden-records.ts'
import { previewUrl } from '#data/image-url.ts'
import { queryKeys } from '#data/query-keys.ts'
import { deleteRecord, useDeleteRecord } from '#data/records.ts'
import { Card } from '#ui/cards/card.tsx'
import { commandLine, deleteCommand } from '#ui/copy-as-command/command-line.ts'
import { InlineSelect } from '#ui/fields/inline-select.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Picture } from '#ui/images/picture.tsx'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { usePositionMatches } from './use-position-matches.ts'
import styles from './position-list.module.css'

const LIST: ListConfig<never> = { sorts: [], filterNames: ['category'] }

/** The positions as cards (specification, section 2: positions). */
export function PositionList(list: ListProps<Position>) {
  const client = useQueryClient()
  const trash = useTrash()
  const deletion = useDeleteRecord(positionEntity)
  const params = useListParams(LIST)
  const [{ filters }, change] = params
  const searchInput = useSearchInput(...params)
  const { matches, categories, categoryId, categoryName } = usePositionMatches(
    list.query.data,
    searchInput.search,
    filters['category'],
  )
  return (
    <CardList
      title="Positions"
      list={list}
      params={params}
      searchInput={searchInput}
      matches={matches}
      notice={useQuery({ ...positionsQuery, select: hiddenRecordsMessage }).data}
      filters={
        <>
          <SearchField
            label="Search positions"
            placeholder="Search name"
            value={searchInput.search}
            onChange={searchInput.setSearch}
          />
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
      renderDelete={(dialog) => (
        <DeleteRecordDialog
          {...dialog}
          singular="position"
          commandFor={({ id }) => deleteCommand('positions', [id])}
          formatName={({ subcategory_name }) => orNotSet(subcategory_name)}
          deletion={deletion}
          trash={trash}
          operation="deletePosition"
        >
          {({ subcategory_name }) => (
            <p>
              <strong>
                <bdi>{orNotSet(subcategory_name)}</bdi>
              </strong>{' '}
              {deletionText(trash)}, with its image and texts.
            </p>
          )}
        </DeleteRecordDialog>
      )}
      bulk={{
        singular: 'position',
        plural: 'positions',
        formatName: ({ subcategory_name }) => orNotSet(subcategory_name),
        deleteRecord: ({ id }, batch) => deleteRecord(positionEntity, { id, batch }),
        trash,
        operation: 'deletePosition',
        onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.positions }),
      }}
      empty={{
        icon: <Sparkles />,
        title: 'No positions available.',
        text: 'Add the first one: a photo, a name and a category are enough.',
      }}
      unmatched={{
        title: 'No positions found matching your search.',
        clearLabel: 'Show all positions',
        onClear: () => {
          searchInput.setSearch('')
          change({ search: '', filters: { category: undefined } })
        },
      }}
    />
  )
}
