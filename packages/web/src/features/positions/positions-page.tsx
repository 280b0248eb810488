import { useQuery } from '@tanstack/react-query'
import { CrudScreen } from '#crud/crud-screen.tsx'
import { positionsQuery } from '#data/catalogue.queries.ts'
import { PositionForm } from './position-form.tsx'
import { PositionList } from './position-list.tsx'

/** The list of positions, or the form for one (specification, sections 2 and 4). */
export function PositionsPage() {
  return (
    <CrudScreen
      query={useQuery(positionsQuery)}
      operation="listPositions"
      singular="Position"
      backLabel="Back"
      notFoundText="No position selected for editing."
      renderList={(list) => <PositionList {...list} />}
      renderForm={(form) => <PositionForm {...form} />}
    />
  )
}
