import { fetchUsers, userEntity } from '@rapport/core/entities/users/user-description.ts'
import { fetchExtensions } from '#cli/api/extensions.ts'
import type { Deps } from '#cli/deps.ts'
import { type DeleteOptions, toRecordNames, type RecordNames, runDeletion } from '#cli/entities/deletion/deletion.ts'
import { type DeletionResult, presentDeletion } from '#cli/entities/deletion/present-deletion.ts'
import type { Presentation } from '#cli/output/document.ts'

const SAMPLE_SIZE = 50
const MAX_MATCHES = 1000

export async function run(input: DeleteOptions, deps: Deps): Promise<DeletionResult> {
  return runDeletion(userEntity, input, deps, {
    async findNames(ids) {
      const recordNames = await findUsers(ids, deps)
      // The user to erase may be in the trash.
      return input.erase ? { ...recordNames, isComplete: false } : recordNames
    },
    async listSample() {
      const isPaged = (await fetchExtensions(deps)).has('paging')
      return (await fetchUsers(isPaged ? { page_size: SAMPLE_SIZE } : undefined, deps)).users
    },
  })
}

export function present(result: DeletionResult): Presentation {
  return presentDeletion(userEntity, result)
}

/** Finds users by a search if the server can, otherwise in the list: the contract has no call for one user. */
async function findUsers(ids: readonly string[], deps: Deps): Promise<RecordNames> {
  if (!(await fetchExtensions(deps)).has('paging')) return toRecordNames(userEntity, await userEntity.list(deps), ids)
  const responses = await Promise.all(ids.map((search) => fetchUsers({ search, page_size: MAX_MATCHES }, deps)))
  const matches = responses.flatMap((response) => response.users)
  const isComplete = responses.every((response) => response.users.length < MAX_MATCHES)
  return { ...toRecordNames(userEntity, matches, ids), isComplete }
}
