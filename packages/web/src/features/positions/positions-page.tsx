import { useQuery } from '@tanstack/react-query'
import { positionsQuery } from '#lib/catalogue-queries.ts'
import { ListOrForm } from '#ui/list-or-form.tsx'
import { PositionForm } from './position-form.tsx'
import { PositionList } from './position-list.tsx'

/** The positions: their list, or the form for one of them (specification, sections 2 and 4). */
export function PositionsPage() {
  return (
    <ListOrForm
      query={useQuery(positionsQuery)}
      situation="listPositions"
      form="position"
      addTitle="Add Position"
      editTitle="Edit Position"
      backLabel="Back"
      missing="No position selected for editing."
      renderList={(list) => <PositionList {...list} />}
      renderForm={({ record, onSaved, ...form }) => (
        <PositionForm
          position={record}
          {...form}
          onSaved={({ id, subcategory_name }) => onSaved({ id, name: subcategory_name })}
        />
      )}
    />
  )
}
