import type { User, UserListQuery, UserSort } from '@rapport/core/users/user.ts'
import { foldText } from '@rapport/core/fold-text.ts'
import { selectUsers } from '@rapport/core/users/select-users.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { parseDate } from '#cli/lib/dates.ts'
import { serverExtensions } from '#cli/lib/extensions.ts'
import { presentList } from '#cli/lib/record-presentation.ts'
import { readUsers, userRecord } from '#cli/lib/records/user-record.ts'

export interface ListInput {
  search?: string
  from?: string
  to?: string
  status?: string
  role?: string
  sort?: UserSort
  limit?: number
}

interface Listed {
  users: User[]
  /** How many match; more than the users where there is a limit. */
  total: number
  /** The statuses or roles that there are, where nobody has the one asked for. */
  hints?: string[]
}

const PAGE_SIZE = 1000
const READS = 3

/** Every user that matches, up to the limit. */
export async function run(input: ListInput, deps: Deps): Promise<Listed> {
  const query = queryOf(input, deps.now())
  const narrows = input.limit !== undefined || Object.keys(query).some((name) => name !== 'sort')
  // Whoever wants everybody gets them in one answer, which is one consistent state; pages are for what is a part.
  const paged = narrows && (await serverExtensions(deps)).has('paging')
  const page = paged ? await readPages(query, input.limit ?? Number.POSITIVE_INFINITY, deps) : undefined
  const mayBeMisspelt = query.status !== undefined || query.role !== undefined
  if (page && (page.total > 0 || !mayBeMisspelt)) return page
  const { users } = await readUsers(undefined, deps)
  const { spelt, hints } = spellAsThere(query, users)
  const selected = selectUsers(users, spelt)
  return { users: selected.users.slice(0, input.limit), total: selected.total, hints }
}

/** The contract compares status and role to the letter; what nobody has to the letter is taken in any letter case. */
function spellAsThere(query: UserListQuery, users: readonly User[]): { spelt: UserListQuery; hints: string[] } {
  const spelt = { ...query }
  const hints: string[] = []
  for (const [field, many] of [
    ['status', 'Statuses'],
    ['role', 'Roles'],
  ] as const) {
    const asked = query[field]
    if (asked === undefined) continue
    const there = [...new Set(users.flatMap((user) => user[field] || []))]
    if (there.includes(asked)) continue
    const meant = there.find((one) => foldText(one) === foldText(asked))
    if (meant !== undefined) spelt[field] = meant
    else
      hints.push(
        `No user has the ${field} ${JSON.stringify(asked)}. ${many} here: ${there.toSorted().join(', ') || 'none'}.`,
      )
  }
  return { spelt, hints }
}

function queryOf({ search, from, to, status, role, sort }: ListInput, now: Date): UserListQuery {
  const joinedFrom = from === undefined ? undefined : parseDate(from, 'start', now)
  const joinedTo = to === undefined ? undefined : parseDate(to, 'end', now)
  if (joinedFrom && joinedTo && joinedFrom > joinedTo) {
    throw new CliError('bad_range', `--from ${from} is after --to ${to}.`, { hint: 'Swap the two.' })
  }
  return {
    ...(search?.trim() && { search: search.trim() }),
    ...(joinedFrom && { joined_from: joinedFrom.toISOString() }),
    ...(joinedTo && { joined_to: joinedTo.toISOString() }),
    ...(status && { status }),
    ...(role && { role }),
    ...(sort && { sort }),
  }
}

/** Reads page after page. When users come or go meanwhile the pages shift, so the reading starts over. */
async function readPages(query: UserListQuery, limit: number, deps: Deps): Promise<Listed> {
  for (let read = 1; read <= READS; read += 1) {
    const users = new Map<string, User>()
    let total = 0
    let shifted = false
    for (let page = 1; page === 1 || (users.size < Math.min(limit, total) && !shifted); page += 1) {
      const answer = await readUsers({ ...query, page, page_size: Math.min(PAGE_SIZE, limit) }, deps)
      const expected = Math.min(users.size + Math.min(PAGE_SIZE, limit), answer.total)
      for (const user of answer.users) users.set(String(user.id), user)
      shifted = users.size !== expected || (page > 1 && answer.total !== total)
      total = answer.total
    }
    if (!shifted) return { users: [...users.values()].slice(0, limit), total }
  }
  throw new CliError('list_changed', 'The users changed again and again while they were read.', {
    hint: 'Try again, or narrow the list down.',
    exitCode: EXIT.failed,
  })
}

export function present({ users, total, hints = [] }: Listed): Presentation {
  return presentList(userRecord, { rows: users, total, none: ['No users match.', ...hints].join('\n') })
}
