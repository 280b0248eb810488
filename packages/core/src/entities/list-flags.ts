/** Flags that filter the tool's lists, by query parameter. The console's "Copy as command" uses them too. */
export const LIST_FLAGS = {
  search: '--search',
  category: '--category',
  status: '--status',
  role: '--role',
  gender: '--gender',
  age_from: '--age-from',
  age_to: '--age-to',
  age_not_set: '--age-not-set',
  profile_completed: '--profile-completed',
  joined_from: '--from',
  joined_to: '--to',
  sort: '--sort',
} as const
