/** The flags with which the tool's lists are filtered, by the names of what is asked. The console copies them, too. */
export const LIST_FLAGS = {
  search: '--search',
  category: '--category',
  status: '--status',
  role: '--role',
  joined_from: '--from',
  joined_to: '--to',
  sort: '--sort',
} as const
