import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { sentRecord } from '@rapport/core/api/read/records.ts'
import { listRecords } from '@rapport/core/client/records.ts'
import { findUsers, findUsersById } from '@rapport/core/client/users.ts'
import { selectEntities } from '@rapport/core/entities/catalogue.ts'
import type { EditableEntity } from '@rapport/core/entities/entity.ts'
import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import type { User } from '@rapport/core/entities/users/user.ts'
import type { Deps } from '#cli/deps.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import { entityFilter } from '#cli/entities/kind-option.ts'
import { selectRecords } from '#cli/entities/list-records.ts'
import { noSuchRecordError } from '#cli/entities/record-ids.ts'
import { parseRange } from '#cli/io/dates.ts'
import { CliError } from '#cli/io/errors.ts'

/** What leaves of a user without --with-users: nothing that says who they are. */
const ANONYMOUS_FIELDS = [
  'id',
  'created_at',
  'joined_date',
  'age',
  'gender',
  'status',
  'role',
  'profile_completed',
] as const satisfies (keyof User)[]

const toSent = (user: User, withUsers: boolean): object =>
  withUsers ? sentRecord(user) : Object.fromEntries(ANONYMOUS_FIELDS.map((name) => [name, user[name]]))

export async function listSome(
  { kind, search, page, limit }: { kind: string; search?: string | undefined; page: number; limit: number },
  withUsers: boolean,
  { client }: Deps,
) {
  const [entity] = selectEntities([kind])
  if (entity) {
    const all = await listRecords(client, entity)
    const { rows, total } = selectRecords(entity, search === undefined ? {} : { search }, all)
    return { total, records: rows.slice((page - 1) * limit, page * limit).map(sentRecord) }
  }
  if (search !== undefined && !withUsers) {
    const message = 'Users can be searched by name and email address only if rapport mcp runs with --with-users.'
    throw new CliError('not_allowed', message)
  }
  const query = { ...(search !== undefined && { search }), page, page_size: limit }
  const { users, total, totalIsMinimum } = await findUsers(client, query)
  return { total, ...(totalIsMinimum && { totalIsMinimum }), records: users.map((user) => toSent(user, withUsers)) }
}

export async function getOne({ kind, key }: { kind: string; key: string }, withUsers: boolean, deps: Deps) {
  const [entity]: EditableEntity[] = selectEntities([kind])
  if (entity) return sentRecord(await findRecord(entity, key, deps))
  const { users } = await findUsersById(deps.client, [key])
  const user = users.find(({ id }) => String(id) === key)
  if (!user) throw noSuchRecordError(key, userEntity)
  return toSent(user, withUsers)
}

interface HistoryQuery {
  kind?: string | undefined
  record_id?: string | undefined
  event?: string | undefined
  from?: string | undefined
  to?: string | undefined
  limit: number
  cursor?: number | undefined
}

export async function listHistory(
  { kind, from, to, ...given }: HistoryQuery,
  withUsers: boolean,
  { client, now }: Deps,
): Promise<Schemas['HistoryPage'] | object> {
  const { first, last } = parseRange({ from, to }, now())
  const query = { ...given, ...entityFilter(kind), from: first, to: last }
  const sent = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const page = await client.call('listHistory', { query: sent })
  return withUsers ? page : { ...page, events: page.events.map(withoutPeople) }
}

/** Removes what may say who someone is: the admin's name and address, the user's name, and the free text. */
function withoutPeople({
  actor_name: _actor,
  ip: _ip,
  detail: _detail,
  record_name,
  ...event
}: Schemas['HistoryEvent']) {
  return { ...event, ...(event.entity !== null && event.entity !== 'user' && { record_name }) }
}
