import { fullName, joinedAt, type User } from '@rapport/core/entities/users/user.ts'
import { format } from 'date-fns'
import { StatusBadge } from '#ui/primitives/status-badge.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { JoinedDate, Name, Role, Text, UserId } from './user-cells.tsx'
import { formatJoinedDate } from './user-format.ts'

/** Where a field of a user is shown. */
interface View {
  /** Its column in the list. The id is the contract's sort field. */
  column?: Column<User>
  /** Its title in the export, which has the value as sent unless `csvValue` formats it. */
  csvTitle?: string
  csvValue?: (user: User) => unknown
  /** Its label in the details. */
  detailsLabel?: string
}

/** The view of every field, in the order of columns, export and details (specification, section 2: users). */
export const USER_VIEW = {
  id: {
    column: {
      id: 'id',
      header: 'User id',
      cell: ({ row }) => <UserId id={row.original.id} />,
      meta: { width: '3.75rem' },
    },
    csvTitle: 'User id',
    detailsLabel: 'User id',
  },
  first_name: {
    column: {
      id: 'name',
      header: 'Name',
      cell: ({ row }) => <Name name={fullName(row.original)} />,
      meta: { card: 'title', width: 'max(12.625rem, 18cqi)' },
    },
    csvTitle: 'First name',
  },
  last_name: { csvTitle: 'Last name' },
  joined_date: {
    column: {
      id: 'joined_date',
      header: 'Joined Date',
      cell: ({ row }) => <JoinedDate user={row.original} />,
      meta: { card: 'aside', width: '7rem' },
    },
    csvTitle: 'Joined',
    // The local time, as spreadsheets expect, with its zone.
    csvValue: (user) => {
      const date = joinedAt(user)
      return date ? format(date, 'yyyy-MM-dd HH:mm:ssxxx') : formatJoinedDate(user)
    },
    detailsLabel: 'Joined',
  },
  created_at: { detailsLabel: 'Created' },
  email: {
    column: {
      id: 'email',
      header: 'Email',
      cell: ({ row }) => <Text value={row.original.email} />,
      meta: { card: 'subtitle', minWidth: '17rem' },
    },
    csvTitle: 'Email',
  },
  profile_image: {},
  age: {
    column: {
      id: 'age',
      header: 'Age',
      cell: ({ row }) => <Text value={row.original.age?.toString()} />,
      meta: { width: '4.5rem' },
    },
    csvTitle: 'Age',
    detailsLabel: 'Age',
  },
  gender: {
    column: {
      id: 'gender',
      header: 'Gender',
      cell: ({ row }) => <Text value={row.original.gender} capital />,
      meta: { width: '6.25rem' },
    },
    csvTitle: 'Gender',
    detailsLabel: 'Gender',
  },
  status: {
    column: {
      id: 'status',
      header: 'Status',
      cell: ({ row }) => <StatusBadge status={row.original.status} />,
      meta: { card: 'badge', width: '7.75rem' },
    },
    csvTitle: 'Status',
    detailsLabel: 'Status',
  },
  role: {
    column: {
      id: 'role',
      header: 'Role',
      cell: ({ row }) => <Role role={row.original.role} />,
      meta: { width: '5.25rem' },
    },
    csvTitle: 'Role',
    detailsLabel: 'Role',
  },
  profile_completed: { csvTitle: 'Profile completed', detailsLabel: 'Profile completed' },
  suspension: {},
} satisfies Record<Exclude<keyof User, 'version'>, View>

/** The fields in that order. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
export const USER_FIELDS = Object.entries(USER_VIEW) as [keyof typeof USER_VIEW, View][]
