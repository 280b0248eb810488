import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { TolerantRecord } from '@rapport/core/api/read/records.ts'
import { queryOptions } from '@tanstack/react-query'
import { client } from './api.ts'
import { queryKeys } from './query-keys.ts'

export type Session = TolerantRecord<Schemas['Session']>
export type Passkey = Schemas['Passkey']
export type Token = Schemas['Token']
export type NewToken = Schemas['NewToken']
export type Scope = Schemas['Scope']
export type TwoFactorSecret = Schemas['TwoFactorSecret']

export const twoFactorQuery = queryOptions({
  queryKey: queryKeys.twoFactor,
  queryFn: ({ signal }) => client.call('getTwoFactor', {}, { signal }),
})

export const passkeysQuery = queryOptions({
  queryKey: queryKeys.passkeys,
  queryFn: ({ signal }) => client.call('listPasskeys', {}, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: ({ signal }) => client.call('listSessions', {}, { signal }),
})

export const tokensQuery = queryOptions({
  queryKey: queryKeys.tokens,
  queryFn: ({ signal }) => client.call('listTokens', {}, { signal }),
})
