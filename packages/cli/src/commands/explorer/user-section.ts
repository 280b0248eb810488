import { setTimeout as delay } from 'node:timers/promises'
import { selectUsers } from '@rapport/core/client/select-users.ts'
import { findUsers } from '@rapport/core/client/users.ts'
import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import { USER_SORTS, type User, type UserListQuery } from '@rapport/core/entities/users/user.ts'
import { lastDays } from '@rapport/core/statistics/user-counts.ts'
import type { Deps } from '#cli/deps.ts'
import type { RecordPage, Section, SectionQuery } from '#cli/tui/explorer/section.ts'
import {
  type Deletions,
  createBaseSection,
  distinctTexts,
  splitFilter,
  toExplorerRow,
  toSortChoices,
  withSignal,
} from './base-section.ts'

/** Delay after typing before a search is sent. */
const SEARCH_DELAY_MS = 200

interface UserMatches {
  users: User[]
  total: number
  totalIsMinimum?: boolean
}

/** Creates a section that fetches users page by page if the server supports paging, otherwise all of them. */
export function createUserSection(deps: Deps, deletions: Deletions): Section {
  /** All users, from a server that cannot search. */
  let all: User[] | undefined
  let latestSearch = ''
  // Servers may have other statuses. Those seen so far can be chosen.
  const statuses = new Set(['active'])
  const toRecordPage = ({ users: matches, total, totalIsMinimum = false }: UserMatches): RecordPage => {
    for (const status of distinctTexts(matches.map((user) => user.status))) statuses.add(status)
    return { rows: matches.map((user) => toExplorerRow(userEntity, user)), total, totalIsMinimum }
  }
  const fetchPage = async (query: SectionQuery, isTyping: boolean, signal: AbortSignal) => {
    if (isTyping) await delay(SEARCH_DELAY_MS, undefined, { signal })
    const found = await findUsers(withSignal(deps, signal).client, userQuery(query, deps.now()))
    ;({ all } = found)
    return toRecordPage(found)
  }
  return {
    ...createBaseSection(userEntity, deps, deletions),
    fields: [],
    save: () => Promise.reject(new Error('Users have no fields to save.')),
    sorts: toSortChoices(userEntity, USER_SORTS),
    filters: () => [
      ...[...statuses].map((status) => ({ label: `Status: ${status}`, value: `status=${status}` })),
      { label: 'Role: admin (Pro)', value: 'role=admin' },
      { label: 'Role: user (Basic)', value: 'role=user' },
      { label: 'Joined in the last 7 days', value: 'joined=week' },
      { label: 'Joined in the last 30 days', value: 'joined=month' },
    ],
    load(query, signal) {
      if (all) return toRecordPage(selectUsers(all, userQuery(query, deps.now())))
      const isTyping = query.search !== latestSearch
      latestSearch = query.search
      return fetchPage(query, isTyping, signal)
    },
    clearCache() {
      all = undefined
    },
  }
}

function userQuery({ search, sort: requestedSort, filter, page, size }: SectionQuery, now: Date): UserListQuery {
  const sort = USER_SORTS.find((candidate) => candidate === requestedSort)
  const [name, value] = splitFilter(filter)
  const [first] = value === 'week' || value === 'month' ? lastDays(value === 'week' ? 7 : 30, now) : []
  return {
    ...(search !== '' && { search }),
    ...(sort && { sort }),
    ...((name === 'status' || name === 'role') && { [name]: [value] }),
    ...(name === 'joined' && first && { joined_from: new Date(first * 1000).toISOString() }),
    page: page + 1,
    page_size: size,
  }
}
