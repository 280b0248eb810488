import { existsSync } from 'node:fs'
import { sentRecord } from '@rapport/core/api/read/records.ts'
import { listRecords } from '@rapport/core/client/records.ts'
import { selectUsers } from '@rapport/core/client/select-users.ts'
import {
  createStatusChange,
  findUsers,
  findUsersById,
  type FoundUsers,
  USERS_PER_CALL,
} from '@rapport/core/client/users.ts'
import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import { joinedAt, RESTS, type User, type UserListQuery, type UserSort } from '@rapport/core/entities/users/user.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import { CONCURRENCY } from '#cli/api/concurrency.ts'
import { type PasswordStdinInput, withConfirmedIdentity } from '#cli/auth/confirm-identity.ts'
import { announceWrite } from '#cli/config/target.ts'
import type { CommandModule, Deps } from '#cli/deps.ts'
import { type DeleteOptions, runDeletion } from '#cli/entities/deletion/deletion.ts'
import { type DeletionOutcome, presentDeletion } from '#cli/entities/deletion/present-deletion.ts'
import { checkIds, isNumericId, noSuchRecordError } from '#cli/entities/record-ids.ts'
import { entityFieldNames, presentList, presentRecord } from '#cli/entities/record-presentation.ts'
import { listTrash, presentRestored, type RestoreResult, restoreFromTrash } from '#cli/entities/trash.ts'
import { parseRange } from '#cli/io/dates.ts'
import { CliError } from '#cli/io/errors.ts'
import { assertWritable, replaceFile } from '#cli/io/replace-file.ts'
import { bulkFields } from '#cli/output/bulk-document.ts'

export interface ListInput {
  search?: string
  from?: string
  to?: string
  status?: string[]
  role?: string[]
  gender?: string[]
  ageFrom?: number
  ageTo?: number
  ageNotSet?: boolean
  profileCompleted?: 'yes' | 'no'
  sort?: UserSort
  limit?: number
}

interface ListResult {
  rows: User[]
  /** The number of matches; more than the rows if there is a limit. */
  total: number
  totalIsMinimum?: boolean
  /** The message for an empty list. */
  emptyMessage: string
  /** Sentences about dates that were left out, and about the existing statuses or roles. */
  hints?: string[]
}

interface GetInput {
  /** An id, with or without a `#`, or an email address. */
  user: string
}

/** What --fields can choose; the column NAME is of two fields. */
const fields = () => ({ ...entityFieldNames(userEntity), name: ['first_name', 'last_name'] })

/** The server's maximum. */
const MAX_PAGE_SIZE = 1000

export const list: CommandModule<ListInput, ListResult> = {
  fields,
  async run(input, deps) {
    const { limit, ...filters } = input
    const query = toQuery(filters, deps.now())
    const isFiltered = Object.keys(query).some((name) => name !== 'sort')
    const emptyMessage = isFiltered ? userEntity.emptyMessages.noMatches : userEntity.emptyMessages.noRecords
    if (!isFiltered && limit === undefined) {
      const { users: rows, total } = selectUsers(await listRecords(deps.client, userEntity), query)
      return { rows, total, emptyMessage }
    }
    // Without a page, the server sends all matches in one response.
    const page = limit !== undefined && limit <= MAX_PAGE_SIZE ? { page: 1, page_size: limit } : {}
    const asked = { ...query, ...page, ...(query.gender && { facets: true }) }
    const first = await findUsers(deps.client, asked)
    const { respelled, hints } = withServerSpelling(asked, first)
    const { users, total, totalIsMinimum } = respelled ? await findUsers(deps.client, respelled) : first
    const isByDate = query.joined_from !== undefined || query.joined_to !== undefined
    const listHints = isByDate && first.all ? [...unreadableDateHints(first.all), ...hints] : hints
    return { rows: users.slice(0, limit), total, totalIsMinimum, emptyMessage, hints: listHints }
  },
  present({ hints = [], ...result }) {
    const presentation = presentList(userEntity, result)
    return { ...presentation, info: [presentation.info, ...hints].join('\n') }
  },
}

/** Returns a hint about users with an unreadable or ambiguous date, who match no date range. */
function unreadableDateHints(all: readonly User[]): string[] {
  const sentDates = all.flatMap((user) => (joinedAt(user) ? [] : user.joined_date || user.created_at || []))
  const [first] = sentDates
  if (first === undefined) return []
  const subject = sentDates.length === 1 ? 'One user is' : `${sentDates.length} users are`
  return [`${subject} left out: the joined date, such as ${JSON.stringify(first)}, cannot be read.`]
}

/** Adopts the server's letter case of a value that no user has: servers compare exactly. */
function withServerSpelling(
  query: UserListQuery,
  { statuses, roles, facets }: FoundUsers,
): { respelled: UserListQuery | undefined; hints: string[] } {
  const values: UserListQuery = {}
  const hints: string[] = []
  for (const [field, plural, counts] of [
    ['status', 'Statuses', statuses],
    ['role', 'Roles', roles],
    ['gender', 'Genders', facets?.gender],
  ] as const) {
    if (!query[field] || !counts) continue
    const available = counts.map(({ value }) => value)
    const spelled = query[field].map((requested) => {
      if (available.includes(requested) || RESTS.has(requested)) return requested
      const match = available.find((value) => foldText(value) === foldText(requested))
      // Genders are counted among the matches of the other filters.
      const who = field === 'gender' && Object.keys(query).length > 1 ? 'match of the other filters' : 'user'
      if (match === undefined && (field !== 'gender' || available.length > 0))
        hints.push(
          `No ${who} has the ${field} ${JSON.stringify(requested)}. ${plural} here: ${available.join(', ') || 'none'}.`,
        )
      return match ?? requested
    })
    if (spelled.some((value, index) => value !== query[field]?.[index])) values[field] = spelled
  }
  return { respelled: Object.keys(values).length > 0 ? { ...query, ...values } : undefined, hints }
}

function toQuery(filters: Omit<ListInput, 'limit'>, now: Date): UserListQuery {
  const { search, from, to, ageFrom, ageTo, ageNotSet, profileCompleted, ...others } = filters
  const { first, last } = parseRange({ from, to }, now)
  if (ageFrom !== undefined && ageTo !== undefined && ageFrom > ageTo)
    throw new CliError('bad_range', `--age-from ${ageFrom} is more than --age-to ${ageTo}.`, { hint: 'Swap the two.' })
  return {
    ...others,
    ...(search?.trim() && { search: search.trim() }),
    ...(first && { joined_from: first }),
    ...(last && { joined_to: last }),
    ...(ageFrom !== undefined && { age_from: ageFrom }),
    ...(ageTo !== undefined && { age_to: ageTo }),
    ...(ageNotSet && { age_not_set: true }),
    ...(profileCompleted && { profile_completed: profileCompleted === 'yes' }),
  }
}

export const get: CommandModule<GetInput, User> = {
  fields,
  async run({ user: reference }, deps) {
    const user = await findUser(reference, deps)
    if (!user) throw noSuchRecordError(reference, userEntity)
    return user
  },
  present: (user) => presentRecord(userEntity, user, ''),
}

/** Finds a user by the id or the email address, since the contract has no call for one user. */
async function findUser(reference: string, { client }: Deps): Promise<User | undefined> {
  const text = reference.trim()
  const id = text.replace(/^#\s*/, '')
  const { users: found, isAll } = await findUsersById(client, id === '' ? [] : [id])
  const byId = found.find((user) => String(user.id) === id)
  const matches = byId || isAll ? found : (await findUsers(client, { search: text })).users
  return (
    byId ??
    [uniqueKey, foldText].flatMap((toKey) => matches.filter(({ email }) => email && toKey(email) === toKey(text)))[0]
  )
}

export interface ExportInput extends GetInput, PasswordStdinInput {
  out: string
}

/** Writes everything that the server holds about a person; from a plain server, the record. */
export const exportPerson: CommandModule<ExportInput, { file: string; isWhole: boolean }> = {
  async run({ user: reference, out, ...credentials }, deps) {
    if (existsSync(out) && !deps.flags.yes)
      throw new CliError('usage', `${out} already exists.`, { hint: 'Use another name, or pass --yes to replace it.' })
    await assertWritable(out)
    const isWhole = await deps.client.offers('person-file')
    const user = await findUser(reference, deps)
    // A deleted user is not listed, but may be in the trash.
    if (!user && !(isWhole && isNumericId(reference))) throw noSuchRecordError(reference, userEntity)
    const id = String(user?.id ?? reference)
    const person = isWhole
      ? await withConfirmedIdentity(credentials, deps, () => deps.client.call('getPersonFile', { params: { id } }))
      : { record: user && sentRecord(user), note: PLAIN_NOTE }
    await replaceFile(out, `${JSON.stringify(person, null, 2)}\n`, 0o600)
    return { file: out, isWhole }
  },
  present: ({ file, isWhole }) => ({ info: [`Wrote ${file}.`, ...(isWhole ? [] : [PLAIN_NOTE])].join('\n') }),
}

const PLAIN_NOTE = 'This server does not say what else it holds about the person: the file has the record only.'

const SAMPLE_SIZE = 50

export const remove: CommandModule<DeleteOptions, DeletionOutcome> = {
  fields: bulkFields,
  run: (input, deps) => runDeletion(userEntity, input, deps, { findRecords: findToName(deps) }),
  present: (result) => presentDeletion(userEntity, result),
}

export interface StatusInput extends Pick<DeleteOptions, 'ids' | 'fromFile'> {
  reason?: string
}

export const suspend = statusCommand('suspend', 'Suspending', 'suspended')
export const reactivate = statusCommand('reactivate', 'Reactivating', 'reactivated')

function statusCommand(
  action: 'suspend' | 'reactivate',
  doing: string,
  past: string,
): CommandModule<StatusInput, DeletionOutcome> {
  return {
    fields: bulkFields,
    run: ({ reason, ...input }, deps) =>
      runDeletion(userEntity, input, deps, {
        findRecords: findToName(deps),
        change: {
          verbs: { verb: action, doing, past },
          action,
          extension: 'user-status',
          perform: createStatusChange(deps.client, { action, ...(reason !== undefined && { reason }) }),
          concurrency: USERS_PER_CALL * CONCURRENCY,
        },
      }),
    present: (result) => presentDeletion(userEntity, result),
  }
}

/** Finds users to show their names, without reading all where a few are named. */
const findToName =
  ({ client }: Deps) =>
  async (ids?: readonly string[]): Promise<readonly User[]> => {
    if (ids === undefined) return (await findUsers(client, { page: 1, page_size: SAMPLE_SIZE })).users
    // A search for each of many ids would take longer than the list.
    return ids.length > SAMPLE_SIZE ? listRecords(client, userEntity) : (await findUsersById(client, ids)).users
  }

export const restore: CommandModule<{ ids: string[] }, RestoreResult> = {
  fields: bulkFields,
  async run({ ids }, deps) {
    checkIds(ids, userEntity)
    const requestedIds = new Set(ids)
    const { rows } = await listTrash({ entity: 'user' }, deps.client)
    const items = rows.filter(({ record_id }) => requestedIds.has(String(record_id)))
    const absentCount = requestedIds.size - items.length
    if (requestedIds.size === 1 && absentCount === 1) {
      throw new CliError('not_found', `There is no user ${ids[0]} in the trash.`, {
        hint: 'rapport trash list --kind users shows who can be restored.',
      })
    }
    announceWrite(deps, 'Restoring users')
    const result = await restoreFromTrash({ ids: items.map(({ id }) => String(id)) }, {}, deps.client)
    return { ...result, absentCount: absentCount + result.absentCount }
  },
  present: presentRestored,
}
