import type { Position } from '@rapport/core/positions/position.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { positionsQuery } from '#lib/catalogue-queries.ts'
import { useFormFocus, useFormView } from '#lib/form-view.ts'
import { FormGate } from '#ui/form-gate.tsx'
import { showSuccess } from '#ui/toast.ts'
import { PositionForm } from './position-form.tsx'
import { PositionList } from './position-list.tsx'

/** The positions: their list, or the form for one of them (specification, sections 2 and 4). */
export function PositionsPage() {
  const screen = useRef<HTMLDivElement>(null)
  const { view, openAdd, editLink, close, closeToStart } = useFormView()
  const focusSaved = useFormFocus(screen, view)
  const { data, error, isFetching, refetch } = useQuery(positionsQuery)

  const finish = (saved: Position, isNew: boolean) => {
    focusSaved(saved.id)
    showSuccess(`${saved.subcategory_name} was ${isNew ? 'added' : 'updated'}.`)
    if (isNew) closeToStart()
    else close()
  }
  return (
    <div ref={screen}>
      {view ? (
        <FormGate
          key={view.mode === 'edit' ? view.id : ''}
          view={view}
          form="position"
          title={view.mode === 'add' ? 'Add Position' : 'Edit Position'}
          backLabel="Back"
          onBack={close}
          items={data}
          error={error}
          situation="listPositions"
          retrying={isFetching}
          onRetry={() => void refetch()}
          missing="No position selected for editing."
        >
          {(position, draftName) => (
            <PositionForm
              position={position}
              draftName={draftName}
              onCancel={close}
              onSaved={(saved) => finish(saved, position === undefined)}
            />
          )}
        </FormGate>
      ) : (
        <PositionList
          positions={data}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
          onAdd={openAdd}
          editLink={editLink}
        />
      )}
    </div>
  )
}
