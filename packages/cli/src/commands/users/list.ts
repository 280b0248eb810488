import { listRecords } from '@rapport/core/client/records.ts'
import { matchingUsers } from '@rapport/core/client/select-users.ts'
import { findUsers } from '@rapport/core/client/users.ts'
import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import { joinedAt, type User, type UserListQuery, type UserSort } from '@rapport/core/entities/users/user.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import type { Deps } from '#cli/deps.ts'
import { presentList } from '#cli/entities/record-presentation.ts'
import { parseRange } from '#cli/io/dates.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface ListInput {
  search?: string
  from?: string
  to?: string
  status?: string
  role?: string
  sort?: UserSort
  limit?: number
}

interface ListResult {
  rows: User[]
  /** The number of matches; more than the rows if there is a limit. */
  total: number
  totalIsMinimum?: boolean
  /** The message for an empty list. */
  emptyMessage: string
  /** Sentences about dates that were left out, and about the existing statuses or roles. */
  hints?: string[]
}

export { userFieldNames as fields } from './get.ts'

/** The server's maximum. */
const MAX_PAGE_SIZE = 1000

export async function run(input: ListInput, deps: Deps): Promise<ListResult> {
  const { limit } = input
  const query = toQuery(input, deps.now())
  const isFiltered = Object.keys(query).some((name) => name !== 'sort')
  const emptyMessage = isFiltered ? userEntity.emptyMessages.noMatches : userEntity.emptyMessages.noRecords
  let known: User[] | undefined
  if (isFiltered || limit !== undefined) {
    // Without a page, the server sends all matches in one response.
    const page = limit !== undefined && limit <= MAX_PAGE_SIZE ? { page: 1, page_size: limit } : {}
    const { users, total, totalIsMinimum, all } = await findUsers(deps.client, { ...query, ...page })
    const mayBeMisspelt = query.status !== undefined || query.role !== undefined
    if (!all && (total > 0 || !mayBeMisspelt))
      return { rows: users.slice(0, limit), total, totalIsMinimum, emptyMessage }
    known = all
  }
  const all = known ?? (await listRecords(deps.client, userEntity))
  const { normalized, hints } = withServerSpelling(query, all)
  const matches = matchingUsers(all, normalized)
  const isByDate = query.joined_from !== undefined || query.joined_to !== undefined
  const listHints = isByDate ? [...unreadableDateHints(all), ...hints] : hints
  return { rows: matches.slice(0, limit), total: matches.length, emptyMessage, hints: listHints }
}

/** Returns a hint about users with an unreadable or ambiguous date, who match no date range. */
function unreadableDateHints(all: readonly User[]): string[] {
  const sentDates = all.flatMap((user) => (joinedAt(user) ? [] : user.joined_date || user.created_at || []))
  const [first] = sentDates
  if (first === undefined) return []
  const subject = sentDates.length === 1 ? 'One user is' : `${sentDates.length} users are`
  return [`${subject} left out: the joined date, such as ${JSON.stringify(first)}, cannot be read.`]
}

/** Adopts the server's letter case of status and role if no user has the given one: servers compare exactly. */
function withServerSpelling(
  query: UserListQuery,
  all: readonly User[],
): { normalized: UserListQuery; hints: string[] } {
  const normalized = { ...query }
  const hints: string[] = []
  for (const [field, plural] of [
    ['status', 'Statuses'],
    ['role', 'Roles'],
  ] as const) {
    const requested = query[field]
    if (requested === undefined) continue
    const available = [...new Set(all.flatMap((user) => user[field] || []))]
    if (available.includes(requested)) continue
    const match = available.find((value) => foldText(value) === foldText(requested))
    if (match !== undefined) normalized[field] = match
    else
      hints.push(
        `No user has the ${field} ${JSON.stringify(requested)}. ${plural} here: ${available.toSorted().join(', ') || 'none'}.`,
      )
  }
  return { normalized, hints }
}

function toQuery({ search, from, to, status, role, sort }: ListInput, now: Date): UserListQuery {
  const { first, last } = parseRange({ from, to }, now)
  return {
    ...(search?.trim() && { search: search.trim() }),
    ...(first && { joined_from: first }),
    ...(last && { joined_to: last }),
    ...(status && { status }),
    ...(role && { role }),
    ...(sort && { sort }),
  }
}

export function present({ hints = [], ...result }: ListResult): Presentation {
  const presentation = presentList(userEntity, result)
  return { ...presentation, info: [presentation.info, ...hints].join('\n') }
}
