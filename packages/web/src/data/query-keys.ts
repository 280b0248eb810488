export const queryKeys = {
  settings: ['settings'],
  trash: (query: object) => ['trash', query],
  history: (query: object) => ['history', query],
  twoFactor: ['two-factor'],
  passkeys: ['passkeys'],
  sessions: ['sessions'],
  tokens: ['tokens'],
  /** Invalidating `all` invalidates every list of users. */
  users: {
    all: ['users'],
    list: (query: object) => ['users', 'list', query],
    unpaged: ['users', 'unpaged'],
    joined: (bounds: readonly number[]) => ['users', 'joined', bounds],
  },
} as const
