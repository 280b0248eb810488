import { createRecordMerger } from '@rapport/core/catalogue/apply/merge-records.ts'
import { createChangeSaver } from '@rapport/core/catalogue/apply/save-changes.ts'
import type { PendingChange } from '@rapport/core/catalogue/plan/plan.ts'
import type { CallDeps, DeleteQuery } from '@rapport/core/entities/entity.ts'
import { ChangeError, changeConflict } from '@rapport/core/merge/change-error.ts'
import { MergeError } from '@rapport/core/merge/save-merged.ts'
import type { Deps } from '#cli/deps.ts'
import { deleteOne } from '#cli/entities/deletion/delete-one.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { createImageAccess } from './images/image-access.ts'
import type { ImageLocks } from './images/image-lock.ts'

/** The server's features that protect records. */
export interface Safeguards {
  hasVersions: boolean
  /** The query of every deletion, which names their batch. */
  deleteQuery: DeleteQuery
}

/** Creates an object that applies the changes of a plan one by one. */
export function createChangePerformer(deps: Deps, locks: ImageLocks, { hasVersions, deleteQuery }: Safeguards) {
  const { api, withRetry, debug } = deps
  const saver = createChangeSaver({ api, withRetry, debug, hasVersions, ...createImageAccess(locks, deps) })
  const merge = createRecordMerger(hasVersions)

  return {
    async perform(change: PendingChange, signal: AbortSignal): Promise<'done' | 'absent'> {
      try {
        if (change.action === 'delete') return await remove(change, { api, withRetry, signal })
        await saver.save(change, signal)
        return 'done'
      } catch (error) {
        throw error instanceof ChangeError ? asCliError(error) : error
      }
    },
    get unverifiedImageCount() {
      return saver.unverifiedImageCount
    },
  }

  async function remove({ entity, remote }: PendingChange, calls: CallDeps): Promise<'done' | 'absent'> {
    if (!remote) return 'absent'
    const send = async (
      _current: unknown,
      { version, theirFields }: { version: number | undefined; theirFields: string[] },
    ) => {
      if (theirFields.length === 0) return deleteOne(String(remote.id), calls, entity.delete, deleteQuery, version)
      throw changeConflict(`Changed by someone else: ${theirFields.join(', ')}. It was not deleted.`)
    }
    return merge({ entity, remote, calls }, { send }).catch((error: unknown) => {
      if (error instanceof MergeError && error.reason === 'deleted') return 'absent'
      throw error
    })
  }
}

function asCliError({ code, message }: ChangeError): CliError {
  if (code !== 'changed_meanwhile') return new CliError(code, message, { exitCode: EXIT.failed })
  return new CliError(code, message, {
    hint: 'Run the command again to compare with the current state.',
    exitCode: EXIT.conflict,
  })
}
