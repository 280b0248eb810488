import { fetchUsers, userEntity } from '@rapport/core/entities/users/user-description.ts'
import type { User } from '@rapport/core/entities/users/user.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { fetchExtensions } from '#cli/api/extensions.ts'
import type { Deps } from '#cli/deps.ts'
import { noSuchRecordError } from '#cli/entities/record-ids.ts'
import { presentRecord } from '#cli/entities/record-presentation.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface GetInput {
  /** An id or an email address. */
  user: string
}

/** Finds a user by a search if the server can, otherwise in the list: the contract has no call for one user. */
export async function run({ user: reference }: GetInput, deps: Deps): Promise<User> {
  const canSearch = (await fetchExtensions(deps)).has('paging')
  const { users: matches } = await fetchUsers(canSearch ? { search: reference } : undefined, deps)
  const user =
    matches.find(({ id }) => String(id) === reference) ??
    matches.find(({ email }) => email && foldText(email) === foldText(reference.trim()))
  if (!user) throw noSuchRecordError(reference, userEntity)
  return user
}

export function present(user: User): Presentation {
  return presentRecord(userEntity, user, '')
}
