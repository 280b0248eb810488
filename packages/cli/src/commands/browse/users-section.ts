import { selectUsers } from '@rapport/core/users/select-users.ts'
import { fullName, type User } from '@rapport/core/users/user.ts'
import type { Deps } from '#cli/deps.ts'
import { serverExtensions } from '#cli/lib/extensions.ts'
import { readUsers, userRecord, userRemoval } from '#cli/lib/records/user-record.ts'
import type { Listed, Section, SectionQuery } from '#cli/ui/browser/section.ts'
import { browserRow, sectionOf, whileShown, type Reading, type SectionParts } from './browser-section.ts'

/** What tells users apart; the rest would leave no room for it. */
const LISTED: ReadonlySet<string> = new Set(['ID', 'NAME', 'EMAIL', 'JOINED', 'STATUS', 'ROLE'])

const PARTS: SectionParts<User> = {
  title: 'Users',
  none: { all: 'No users available.', found: 'No users match.' },
  list: { ...userRecord, columns: userRecord.columns.filter(({ title }) => LISTED.has(title)) },
  full: userRecord,
  removal: userRemoval,
  partsOf: (user) => ({ name: [fullName(user), user.email].filter(Boolean).join(', ') || `user ${user.id}` }),
  fields: [],
  // The contract has no call that changes a user.
  save: () => Promise.resolve([]),
}

/** The users: page by page where the server offers that, else all of them in memory. */
export function usersSection(deps: Deps): Section {
  return sectionOf(PARTS, reading(deps), deps)
}

function reading(deps: Deps): Reading {
  let offersPaging: boolean | undefined
  let all: readonly User[] | undefined
  let answer: { query: string; listed: Listed } | undefined
  const listedOf = ({ users, total }: { users: User[]; total: number }): Listed => ({
    rows: users.map((user) => browserRow(user, PARTS)),
    total,
  })
  return {
    asksServer: () => offersPaging !== false,
    held(query) {
      if (all) return listedOf(selectUsers(all, toUserQuery(query)))
      return answer?.query === JSON.stringify(query) ? answer.listed : undefined
    },
    async load(query, signal) {
      const shown = whileShown(deps, signal)
      offersPaging ??= (await serverExtensions(shown)).has('paging')
      if (offersPaging) {
        answer = { query: JSON.stringify(query), listed: listedOf(await readUsers(toUserQuery(query), shown)) }
      } else all = (await readUsers(undefined, shown)).users
    },
    forget() {
      offersPaging = undefined
      all = undefined
      answer = undefined
    },
  }
}

function toUserQuery({ search, page, size }: SectionQuery) {
  return { ...(search !== '' && { search }), page: page + 1, page_size: size }
}
