import { fullName } from '@rapport/core/users/user.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import {
  presentDeletion,
  runDeletion,
  type Deletable,
  type Deleted,
  type DeleteInput,
  type FoundNames,
} from '#cli/lib/deletion.ts'
import { serverExtensions } from '#cli/lib/extensions.ts'
import { readUsers, userRecord, userRemoval } from '#cli/lib/records/user-record.ts'

const SAMPLE = 50

const users: Deletable = {
  ...userRemoval,
  kind: 'users',
  noun: userRecord.noun,
  find: findUsers,
  async sample(deps) {
    const isPaged = (await serverExtensions(deps)).has('paging')
    return (await readUsers(isPaged ? { page_size: SAMPLE } : undefined, deps)).users
  },
}

/** Deletes users after the person, or --yes, agreed. */
export function run(input: DeleteInput, deps: Deps): Promise<Deleted> {
  return runDeletion(input, deps, users)
}

export function present(deleted: Deleted): Presentation {
  return presentDeletion(deleted, users)
}

const MOST_FOUND = 1000

/** The contract has no call for one user: a search finds it where the server can search, else the whole list does. */
async function findUsers(ids: readonly string[], deps: Deps): Promise<FoundNames> {
  const searches = (await serverExtensions(deps)).has('paging')
  const answers = searches
    ? await Promise.all(ids.map((search) => readUsers({ search, page_size: MOST_FOUND }, deps)))
    : [await readUsers(undefined, deps)]
  const wanted = new Set(ids)
  const found = answers.flatMap((answer) => answer.users).filter(({ id }) => wanted.has(String(id)))
  return {
    names: new Map(found.map((user) => [String(user.id), [fullName(user), user.email].filter(Boolean).join(', ')])),
    isComplete: !searches || answers.every((answer) => answer.users.length < MOST_FOUND),
  }
}
