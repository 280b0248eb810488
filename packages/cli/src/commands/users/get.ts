import { findUsers } from '@rapport/core/client/users.ts'
import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import type { User } from '@rapport/core/entities/users/user.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import type { Deps } from '#cli/deps.ts'
import { noSuchRecordError } from '#cli/entities/record-ids.ts'
import { entityFieldNames, presentRecord } from '#cli/entities/record-presentation.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface GetInput {
  /** An id, with or without a `#`, or an email address. */
  user: string
}

/** What --fields can choose; the column NAME is of two fields. */
export const userFieldNames = () => ({ ...entityFieldNames(userEntity), name: ['first_name', 'last_name'] })
export { userFieldNames as fields }

/** Finds a user by a search, since the contract has no call for one user. */
export async function run({ user: reference }: GetInput, deps: Deps): Promise<User> {
  const { users: matches } = await findUsers(deps.client, { search: reference })
  const text = reference.trim()
  const user =
    matches.find(({ id }) => String(id) === text.replace(/^#\s*/, '')) ??
    [uniqueKey, foldText].flatMap((toKey) => matches.filter(({ email }) => email && toKey(email) === toKey(text)))[0]
  if (!user) throw noSuchRecordError(reference, userEntity)
  return user
}

export function present(user: User): Presentation {
  return presentRecord(userEntity, user, '')
}
