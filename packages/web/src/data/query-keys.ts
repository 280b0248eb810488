/** Query keys by entity: invalidating `all` reaches every list of it. */
export const queryKeys = {
  settings: ['settings'],
  categories: ['categories'],
  positions: ['positions'],
  products: ['products'],
  users: {
    all: ['users'],
    list: (query: object) => ['users', 'list', query],
    unpaged: ['users', 'unpaged'],
    joined: (span: string, until: number) => ['users', 'joined', span, until],
  },
} as const
