/** Flags that filter the tool's lists, by query parameter. The console's "Copy as command" uses them too. */
export const LIST_FLAGS = {
  search: '--search',
  category: '--category',
  status: '--status',
  role: '--role',
  joined_from: '--from',
  joined_to: '--to',
  sort: '--sort',
} as const
