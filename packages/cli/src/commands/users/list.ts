import { unwrap } from '@rapport/core/api/unwrap.ts'
import { fullName, joinedAt, type User, type UserListQuery, type UserSort } from '@rapport/core/users/user.ts'
import { selectUsers } from '@rapport/core/users/select-users.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { renderTable, type Column } from '#cli/io/table.ts'
import { parseDate } from '#cli/lib/dates.ts'
import { serverExtensions } from '#cli/lib/extensions.ts'

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
}

const PAGE_SIZE = 1000
const READS = 3

/** Every user that matches, up to the limit. */
export async function run(input: ListInput, deps: Deps): Promise<Listed> {
  const query = queryOf(input, deps.now())
  const narrows = input.limit !== undefined || Object.keys(query).some((name) => name !== 'sort')
  // Whoever wants everybody gets them in one answer, which is one consistent state; pages are for what is a part.
  const paged = narrows && (await serverExtensions(deps)).has('paging')
  if (paged) return readPages(query, input.limit ?? Number.POSITIVE_INFINITY, deps)
  const { users } = await deps.call('listUsers', () =>
    unwrap(deps.api.GET('/api/admin/users', { signal: deps.signal })),
  )
  const selected = selectUsers(users, query)
  return { users: selected.users.slice(0, input.limit), total: selected.total }
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
      const answer = await readPage({ ...query, page, page_size: Math.min(PAGE_SIZE, limit) }, deps)
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

async function readPage(query: UserListQuery, { api, call, signal }: Deps): Promise<Listed> {
  const { users, total } = await call('listUsers', () =>
    unwrap(api.GET('/api/admin/users', { params: { query }, signal })),
  )
  return { users, total: total ?? users.length }
}

export function present({ users, total }: Listed): Presentation {
  const shown = users.length === total ? `${total}` : `${users.length} of ${total}`
  return {
    document: {
      shape: 'list',
      rows: users,
      fields: FIELDS,
      forPeople: (options) => renderTable(columns, users, options),
    },
    talk: total === 0 ? 'No users match.' : `${shown} ${total === 1 ? 'user' : 'users'}`,
  }
}

const FIELDS = [
  'id',
  'first_name',
  'last_name',
  'email',
  'profile_image',
  'created_at',
  'joined_date',
  'age',
  'gender',
  'status',
  'role',
  'profile_completed',
] as const satisfies readonly (keyof User)[]

// Shown for what is missing (specification, section 2).
const NOT_SET = 'Not Set'

const columns: readonly Column<User>[] = [
  { title: 'ID', text: ({ id }) => String(id) },
  { title: 'NAME', text: (user) => fullName(user) ?? NOT_SET },
  { title: 'JOINED', text: (user) => localDay(joinedAt(user)) },
  { title: 'EMAIL', text: ({ email }) => email || NOT_SET },
  { title: 'AGE', text: ({ age }) => String(age ?? NOT_SET) },
  { title: 'GENDER', text: ({ gender }) => gender || NOT_SET },
  {
    title: 'STATUS',
    text: ({ status }) => status || NOT_SET,
    tone: ({ status }) => (status === 'active' ? 'green' : 'red'),
  },
  {
    title: 'ROLE',
    text: ({ role }) => role || NOT_SET,
    tone: ({ role }) => (role === 'admin' ? 'magenta' : undefined),
  },
]

function localDay(date: Date | undefined): string {
  if (!date) return NOT_SET
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
