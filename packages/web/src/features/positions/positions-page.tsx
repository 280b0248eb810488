import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import { CrudScreen } from '#crud/crud-screen.tsx'
import { PositionForm } from './position-form.tsx'
import { PositionList } from './position-list.tsx'

/** The list of positions, or the form for one (specification, sections 2 and 4). */
export function PositionsPage() {
  return (
    <CrudScreen
      entity={positionEntity}
      singular="Position"
      backLabel="Back to Positions"
      notFoundText="No position selected for editing."
      renderList={(list) => <PositionList {...list} />}
      renderForm={(form) => <PositionForm {...form} />}
    />
  )
}
