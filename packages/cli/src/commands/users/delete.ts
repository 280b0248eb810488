import { listRecords } from '@rapport/core/client/records.ts'
import { findUsers, findUsersById } from '@rapport/core/client/users.ts'
import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import type { Deps } from '#cli/deps.ts'
import { type DeleteOptions, runDeletion } from '#cli/entities/deletion/deletion.ts'
import { type DeletionResult, type PlannedDeletion, presentDeletion } from '#cli/entities/deletion/present-deletion.ts'
import type { Presentation } from '#cli/output/document.ts'

const SAMPLE_SIZE = 50

export async function run(input: DeleteOptions, deps: Deps): Promise<DeletionResult | PlannedDeletion> {
  return runDeletion(userEntity, input, deps, {
    async findRecords(ids) {
      // A search for each of many ids would take longer than the list.
      const { users, isComplete } =
        ids.length > SAMPLE_SIZE
          ? { users: await listRecords(deps.client, userEntity), isComplete: true }
          : await findUsersById(deps.client, ids)
      // The user to erase may be in the trash.
      return { records: users, isComplete: isComplete && !input.erase }
    },
    async listSample() {
      const { users, all = users } = await findUsers(deps.client, { page_size: SAMPLE_SIZE })
      return all
    },
  })
}

export function present(result: DeletionResult | PlannedDeletion): Presentation {
  return presentDeletion(userEntity, result)
}
export { bulkFields as fields } from '#cli/output/bulk-document.ts'
