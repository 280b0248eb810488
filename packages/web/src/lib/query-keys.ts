/** Query keys by entity: invalidating `all` reaches every list of it. */
export const queryKeys = {
  settings: ['settings'],
  users: {
    all: ['users'],
    list: (query: object) => ['users', 'list', query],
    everyone: ['users', 'everyone'],
  },
} as const
