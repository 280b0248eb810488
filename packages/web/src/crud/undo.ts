import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useExtensions } from '#data/settings.queries.ts'
import { restoredMessage, restoreRecords } from '#data/trash.ts'
import { paths } from '#platform/paths.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import { showError, showSuccess } from '#ui/feedback/toast.ts'

/** Returns what the server's trash does with deleted records; undefined if it has none. */
export function useTrash() {
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
  /** Returns the button of a message that restores a batch. `name` is shown if it was a single record. */
  return (batch: string, name?: string) => ({ label: 'Undo', run: () => void undo(batch, name) })
}

/** Returns what a deletion does, to follow the name of a record: "Category Trust will …". */
export function deletionText(trash: object | undefined): string {
  return trash ? 'will go to the trash for 30 days' : 'will be deleted permanently'
}
