import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useExtensions } from '#data/settings.queries.ts'
import { restoredMessage, restoreRecords } from '#data/trash.ts'
import { paths } from '#platform/paths.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import { showError, showSuccess } from '#ui/feedback/toast.ts'

/** The server's trash. */
export interface Trash {
  /** Restores a batch. `name` is shown if it was a single record. */
  undo: (batch: string, name?: string) => Promise<void>
}

/** Returns the server's trash; undefined if it has none. */
export function useTrash(): Trash | undefined {
  const client = useQueryClient()
  const navigate = useNavigate()
  if (!useExtensions().has('trash')) return undefined
  const undo = async (batch: string, name?: string) => {
    const action = { label: 'Open the trash', run: () => void navigate(paths.trash) }
    try {
      const { restored, conflicts } = await restoreRecords({ batch })
      const [conflict, ...others] = conflicts
      if (!conflict) return showSuccess(restoredMessage(restored, name))
      const othersMessage = others.length > 0 ? ` ${others.length} more could not be restored either.` : ''
      showError(`“${conflict.name}” could not be restored. ${conflict.message}${othersMessage}`, action)
    } catch (error) {
      showError(errorText('restoreTrash', error), action)
    } finally {
      void client.invalidateQueries()
    }
  }
  return { undo }
}

/** Returns the Undo button of a message; undefined without a trash. */
export function undoAction(trash: Trash | undefined, batch: string, name?: string) {
  return trash && { label: 'Undo', run: () => void trash.undo(batch, name) }
}
