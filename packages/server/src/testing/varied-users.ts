import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { userChunks } from '#server/modules/users/user-chunks.repo.ts'
import { parseOrder, parseUserFilter } from '#server/modules/users/user-filter.repo.ts'
import { toUser } from '#server/modules/users/users.repo.ts'
import type { TestServer } from './start.ts'

type User = Schemas['User']

/** Sixty users with accents, signs, capitals and missing values in many combinations. */
export const variedUsers: Partial<User>[] = Array.from({ length: 60 }, (_, index) => ({
  first_name: ['Éva', 'Zoë', 'anna', 'ÅSA', null, '"quoted"'][index % 6] ?? null,
  last_name: ['Müller', 'O’Brien', null, 'İnan'][index % 4] ?? null,
  email: index % 7 === 0 ? null : `P${index}@${index % 3 === 0 ? 'Example.com' : 'exämple.org'}`,
  age: index % 5 === 0 ? null : 18 + (index % 4),
  gender: ['Žena', 'žena', 'ÉTÉ', 'ete', '', null][index % 6] ?? null,
  status: ['active', 'ÄKTIV', 'äktiv', null][index % 4] ?? null,
  role: ['admin', 'user', 'Üser', 'üser'][index % 4] ?? null,
  profile_completed: [true, false, null][index % 3] ?? null,
  joined_date: index % 9 === 0 ? null : new Date(Date.UTC(2026, 0, 1 + (index % 13))).toISOString(),
  created_at: '2026-01-05T00:00:00.000Z',
}))

export async function allOf<T>(chunks: AsyncIterable<T[]>): Promise<T[]> {
  const items: T[] = []
  for await (const chunk of chunks) items.push(...chunk)
  return items
}

/** Reads all users, the first admin included. */
export async function allUsers({ database: { db, engine } }: TestServer): Promise<User[]> {
  return (await allOf(userChunks(db, engine, parseUserFilter({}), parseOrder({}, engine)))).map(toUser)
}
