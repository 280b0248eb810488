import { unwrap } from '@rapport/core/api/unwrap.ts'
import { fullName, joinedAt, type User, type UserListQuery } from '@rapport/core/entities/users/user.ts'
import type { CallDeps, Entity, FieldsOf } from '@rapport/core/catalogue/entity.ts'

export const users: Entity<User> = {
  type: 'users',
  one: 'user',
  fields: {
    id: { type: 'id', label: 'ID' },
    first_name: { type: 'shown', label: 'Name', text: (user) => fullName(user) ?? '' },
    last_name: { type: 'shown', label: 'Last name', shownIn: 'data' },
    email: { type: 'shown', label: 'Email' },
    profile_image: { type: 'shown', label: 'Image', shownIn: 'data' },
    created_at: { type: 'shown', label: 'Created', shownIn: 'data' },
    joined_date: { type: 'shown', label: 'Joined', text: joinedDay, dropOrder: 3 },
    age: { type: 'shown', label: 'Age', dropOrder: 2 },
    gender: { type: 'shown', label: 'Gender', dropOrder: 1 },
    status: { type: 'shown', label: 'Status', tone: ({ status }) => (status === 'active' ? 'green' : 'red') },
    role: { type: 'shown', label: 'Role', tone: ({ role }) => (role === 'admin' ? 'magenta' : undefined) },
    profile_completed: { type: 'shown', label: 'Profile completed', shownIn: 'data' },
  } satisfies FieldsOf<User>,
  tableOrder: ['id', 'first_name', 'joined_date', 'email', 'age', 'gender', 'status', 'role'],
  none: { all: 'No users available.', found: 'No users match.' },
  searched: ['first_name', 'last_name', 'email', 'id'],
  titleOf: (user) => [fullName(user), user.email].filter(Boolean).join(', ') || `user ${user.id}`,
  list: async (deps) => (await readUsers(undefined, deps)).users,
  delete: {
    operation: 'deleteUser',
    movesToTrash: true,
    send: (id, { api, signal }, query) =>
      unwrap(api.DELETE('/api/admin/users/{id}', { params: { path: { id }, query }, signal })),
  },
}

/** The local day; a date that cannot be read is shown as the server sent it. */
function joinedDay(user: User): string {
  const date = joinedAt(user)
  if (!date) return user.joined_date || user.created_at || ''
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Users as the server gives them for a query, or all of them. `total` counts the matches, or how many there are at least. */
export async function readUsers(query: UserListQuery | undefined, { api, call, signal }: CallDeps) {
  const answer = await call('listUsers', () =>
    unwrap(api.GET('/api/admin/users', { params: query ? { query } : {}, signal })),
  )
  const { users: rows, total = rows.length } = answer
  return { users: rows, total, isMinimum: answer.total_is_minimum ?? false }
}
