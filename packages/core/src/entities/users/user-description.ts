import type { Entity, FieldsOf } from '../entity.ts'
import { fullName, joinedAt, type User } from './user.ts'

export const userEntity: Entity<User> = {
  noun: 'users',
  singular: 'user',
  fields: {
    id: { type: 'id', label: 'ID' },
    first_name: { type: 'readOnly', label: 'Name', tableText: (user) => fullName(user) ?? '' },
    last_name: { type: 'readOnly', label: 'Last name', shownIn: 'dataOnly' },
    email: { type: 'readOnly', label: 'Email' },
    profile_image: { type: 'readOnly', label: 'Image', shownIn: 'dataOnly' },
    created_at: { type: 'readOnly', label: 'Created', shownIn: 'dataOnly' },
    joined_date: { type: 'readOnly', label: 'Joined', tableText: joinedDay, dropOrder: 3 },
    age: { type: 'readOnly', label: 'Age', dropOrder: 2 },
    gender: { type: 'readOnly', label: 'Gender', dropOrder: 1 },
    status: { type: 'readOnly', label: 'Status', tone: ({ status }) => (status === 'active' ? 'green' : 'red') },
    role: { type: 'readOnly', label: 'Role', tone: ({ role }) => (role === 'admin' ? 'magenta' : undefined) },
    profile_completed: { type: 'readOnly', label: 'Profile completed', shownIn: 'dataOnly' },
    suspension: {
      type: 'readOnly',
      label: 'Suspension',
      shownIn: 'dataOnly',
      fileValue: ({ suspension }) => suspension?.reason,
    },
  } satisfies FieldsOf<User>,
  tableOrder: ['id', 'first_name', 'joined_date', 'email', 'age', 'gender', 'status', 'role'],
  emptyMessages: { noRecords: 'No users available.', noMatches: 'No users match.' },
  searchFields: ['first_name', 'last_name', 'email', 'id'],
  titleOf: (user) => [fullName(user), user.email].filter(Boolean).join(', ') || `user ${user.id}`,
  operations: { list: 'listUsers', delete: 'deleteUser' },
  movesToTrash: true,
  listField: 'users',
}

/** Formats the local day; an unreadable date is shown as sent. */
function joinedDay(user: User): string {
  const date = joinedAt(user)
  if (!date) return user.joined_date || user.created_at || ''
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}
