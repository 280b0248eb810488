import { findUsers, findUsersById } from '@rapport/core/client/users.ts'
import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import type { Deps } from '#cli/deps.ts'
import { type DeleteOptions, toRecordNames, runDeletion } from '#cli/entities/deletion/deletion.ts'
import { type DeletionResult, presentDeletion } from '#cli/entities/deletion/present-deletion.ts'
import type { Presentation } from '#cli/output/document.ts'

const SAMPLE_SIZE = 50

export async function run(input: DeleteOptions, deps: Deps): Promise<DeletionResult> {
  return runDeletion(userEntity, input, deps, {
    async findNames(ids) {
      const { users, isComplete } = await findUsersById(deps.client, ids)
      // The user to erase may be in the trash.
      return { ...toRecordNames(userEntity, users, ids), isComplete: isComplete && !input.erase }
    },
    async listSample() {
      const { users, all = users } = await findUsers(deps.client, { page_size: SAMPLE_SIZE })
      return all
    },
  })
}

export function present(result: DeletionResult): Presentation {
  return presentDeletion(userEntity, result)
}
