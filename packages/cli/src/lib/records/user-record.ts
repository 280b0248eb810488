import { unwrap } from '@rapport/core/api/unwrap.ts'
import { fullName, joinedAt, type User, type UserListQuery } from '@rapport/core/users/user.ts'
import type { Deps } from '#cli/deps.ts'
import type { Removal } from '#cli/lib/deletion.ts'
import { everyName } from '#cli/lib/every-name.ts'
import { NOT_SET, type RecordView } from '#cli/lib/record-presentation.ts'

/** How users are shown. */
export const userRecord: RecordView<User> = {
  noun: { one: 'user', many: 'users', list: 'rapport users list' },
  fields: everyName<keyof User>({
    id: true,
    first_name: true,
    last_name: true,
    email: true,
    profile_image: true,
    created_at: true,
    joined_date: true,
    age: true,
    gender: true,
    status: true,
    role: true,
    profile_completed: true,
  }),
  columns: [
    { title: 'ID', text: ({ id }) => String(id) },
    { title: 'NAME', text: (user) => fullName(user) ?? NOT_SET, useful: 16 },
    { title: 'JOINED', text: (user) => localDay(joinedAt(user)), leaves: 3 },
    { title: 'EMAIL', text: ({ email }) => email || NOT_SET, useful: 64 },
    { title: 'AGE', text: ({ age }) => String(age ?? NOT_SET), leaves: 2 },
    { title: 'GENDER', text: ({ gender }) => gender || NOT_SET, leaves: 1 },
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
  ],
}

function localDay(date: Date | undefined): string {
  if (!date) return NOT_SET
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Deletes users, one in each call. */
export const userRemoval: Removal = {
  operation: 'deleteUser',
  remove: (id, { api, signal }) => unwrap(api.DELETE('/api/admin/users/{id}', { params: { path: { id } }, signal })),
}

/** Users as the server gives them for a query, or all of them in one answer; `total` counts the matches. */
export async function readUsers(
  query: UserListQuery | undefined,
  { api, call, signal }: Deps,
): Promise<{ users: User[]; total: number }> {
  const { users, total } = await call('listUsers', () =>
    unwrap(api.GET('/api/admin/users', { params: query ? { query } : {}, signal })),
  )
  return { users, total: total ?? users.length }
}
