import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { withRetryAfter } from '#platform/with-retry-after.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import { showError, showProgress, showSuccess } from '#ui/feedback/toast.ts'
import { api } from './api.ts'
import { hasExtension, useExtensions } from './settings.queries.ts'

export interface DeleteVariables {
  id: string | number
  /** Records with the same batch are restored together; only for servers with `trash`. */
  batch?: string | undefined
}

/** Restores deleted records in as many calls as the server needs. Rejects with an `ApiError`. */
export async function restoreRecords(body: Schemas['RestoreInput']): Promise<Omit<Schemas['Restored'], 'left'>> {
  const { signal } = new AbortController()
  let restored = 0
  let progress: ReturnType<typeof showProgress> | undefined
  try {
    for (;;) {
      const response = await withRetryAfter(() => unwrap(api.POST('/api/admin/trash/restore', { body })), signal)
      restored += response.restored
      if (response.left === 0 || response.restored === 0) return { restored, conflicts: response.conflicts }
      const text = `${restored} of ${restored + response.left} records restored…`
      if (progress) progress.say(text)
      else progress = showProgress(text)
    }
  } finally {
    progress?.close()
  }
}

export function restoredText(restored: number, name = '1 record'): string {
  return restored === 1 ? `${name} was restored.` : `${restored} records were restored.`
}

/** The server's trash. */
export interface Trash {
  /** Restores a batch. `name` is shown if it was a single record. */
  undo: (batch: string, name?: string) => Promise<void>
}

/** Undefined if the server has no trash. */
export function useTrash(): Trash | undefined {
  const client = useQueryClient()
  const navigate = useNavigate()
  if (!hasExtension(useExtensions(), 'trash')) return undefined
  const undo = async (batch: string, name?: string) => {
    const action = { label: 'Open the trash', run: () => void navigate(paths.trash) }
    try {
      const { restored, conflicts } = await restoreRecords({ batch })
      const [conflict, ...others] = conflicts
      if (!conflict) return showSuccess(restoredText(restored, name))
      const more = others.length > 0 ? ` ${others.length} more could not be restored either.` : ''
      showError(`“${conflict.name}” could not be restored. ${conflict.message}${more}`, action)
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
