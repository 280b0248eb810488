import { createChangeSaver } from '@rapport/core/catalogue/apply/save-changes.ts'
import type { PendingChange } from '@rapport/core/catalogue/plan/plan.ts'
import { ChangeError } from '@rapport/core/client/merge-error.ts'
import type { DeleteQuery } from '@rapport/core/entities/entity.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { createImageAccess } from './images/download-image.ts'
import type { ImageLocks } from './images/image-lock.ts'

/** Creates an object that applies the changes of a plan one by one. `deleteQuery` names the batch of every deletion. */
export function createChangePerformer(deps: Deps, locks: ImageLocks, deleteQuery: DeleteQuery) {
  const { client, debug } = deps
  const saver = createChangeSaver({ client, debug, ...createImageAccess(locks, deps) })

  return {
    async perform(change: PendingChange, signal: AbortSignal): Promise<'done' | 'absent'> {
      try {
        if (change.action === 'delete') return await saver.remove(change, deleteQuery, signal)
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
}

function asCliError({ code, message }: ChangeError): CliError {
  if (code !== 'changed_meanwhile') return new CliError(code, message, { exitCode: EXIT.failed })
  return new CliError(code, message, {
    hint: 'Run the command again to compare with the current state.',
    exitCode: EXIT.conflict,
  })
}
