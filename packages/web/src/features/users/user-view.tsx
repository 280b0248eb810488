import { fullName, joinedAt, type User } from '@rapport/core/entities/users/user.ts'
import { format } from 'date-fns'
import { StatusBadge } from '#ui/primitives/status-badge.tsx'
import { createColumns, type Column } from '#ui/table/data-table.tsx'
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

const column = createColumns<User>()

/** The view of every field, in the order of columns, export and details (specification, section 2: users). */
export const USER_VIEW = {
  id: {
    column: column.accessor('id', {
      id: 'id',
      header: 'User id',
      cell: ({ getValue }) => <UserId id={getValue()} />,
      meta: { width: '3.75rem' },
    }),
    csvTitle: 'User id',
    detailsLabel: 'User id',
  },
  first_name: {
    column: column.accessor(fullName, {
      id: 'name',
      header: 'Name',
      cell: ({ row, getValue }) => <Name name={getValue()} role={row.original.role} />,
      meta: { card: 'title', width: 'max(12.5rem, 18cqi)' },
    }),
    csvTitle: 'First name',
  },
  last_name: { csvTitle: 'Last name' },
  joined_date: {
    column: column.accessor(joinedAt, {
      id: 'joined_date',
      header: 'Joined Date',
      cell: ({ row }) => <JoinedDate user={row.original} />,
      meta: { card: 'aside', width: '7rem' },
    }),
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
    column: column.accessor('email', {
      id: 'email',
      header: 'Email',
      cell: ({ getValue }) => <Text value={getValue()} />,
      meta: { card: 'subtitle', width: '17rem', isFlexible: true },
    }),
    csvTitle: 'Email',
  },
  profile_image: {},
  age: {
    column: column.accessor('age', {
      id: 'age',
      header: 'Age',
      cell: ({ getValue }) => <Text value={getValue()?.toString()} />,
      meta: { width: '4.5rem' },
    }),
    csvTitle: 'Age',
    detailsLabel: 'Age',
  },
  gender: {
    column: column.accessor('gender', {
      id: 'gender',
      header: 'Gender',
      cell: ({ getValue }) => <Text value={getValue()} capital />,
      meta: { width: '6.25rem' },
    }),
    csvTitle: 'Gender',
    detailsLabel: 'Gender',
  },
  status: {
    column: column.accessor('status', {
      id: 'status',
      header: 'Status',
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
      meta: { card: 'badge', width: '7.75rem' },
    }),
    csvTitle: 'Status',
    detailsLabel: 'Status',
  },
  role: {
    column: column.accessor('role', {
      id: 'role',
      header: 'Role',
      cell: ({ getValue }) => <Role role={getValue()} />,
      meta: { width: '5.25rem' },
    }),
    csvTitle: 'Role',
    detailsLabel: 'Role',
  },
  profile_completed: { csvTitle: 'Profile completed', detailsLabel: 'Profile completed' },
  suspension: {},
} satisfies Record<Exclude<keyof User, 'version'>, View>

/** The fields in that order. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
export const USER_FIELDS = Object.entries(USER_VIEW) as [keyof typeof USER_VIEW, View][]
