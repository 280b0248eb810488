import { randomUUID } from 'node:crypto'
import { ApiError } from '@rapport/core/api/api-error.ts'
import { MISSING_TOKEN_MESSAGES } from '@rapport/core/api/error-messages.ts'
import { listWithNames } from '@rapport/core/client/parent-names.ts'
import { deleteRecord, listRecords } from '@rapport/core/client/records.ts'
import type { DeleteQuery, Entity, Id, ServerRecord } from '@rapport/core/entities/entity.ts'
import { runBulk } from '#cli/api/bulk.ts'
import { requireExtension } from '#cli/api/extensions.ts'
import { announceWrite, formatTarget } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { previewNames, MAX_NAMES_SHOWN, requireConsent, requireYesOrTerminal } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { readRecordIds } from '../read-ids.ts'
import { checkIds, couldBeId, describeIds, isNumericId, noSuchRecordError, listIdsHint } from '../record-ids.ts'
import type { DeletionResult } from './present-deletion.ts'

export interface DeleteOptions {
  ids: string[]
  fromFile?: string
  /** Whether to delete permanently instead of moving to the trash. */
  erase?: boolean
  /** The file to write the records to before they are deleted. */
  backup?: string
}

/** Overrides for entities without a plain list. */
export interface DeletionOverrides {
  /** Finds the names of these records for the prompt. */
  findNames?: (ids: readonly string[]) => Promise<RecordNames>
  /** Returns some records, which show whether the server's ids are numbers. */
  listSample?: () => Promise<readonly { id: Id }[]>
  /** Converts references to ids. Throws `CliError` for an unknown one. */
  toIds?: (references: readonly string[]) => Promise<string[]>
  /** Loads what writes `backup`. */
  loadBackup?: () => Promise<Backup>
}

interface Backup {
  /** Throws `CliError` for a file that cannot be used. */
  checkBackupFile: (file: string) => Promise<void>
  /** Returns the ids of the records that it wrote. */
  writeBackup: (noun: string, ids: readonly string[], file: string, deps: Deps) => Promise<string[]>
}

export interface RecordNames {
  names: ReadonlyMap<string, string>
  /** Whether an id without a name is known not to exist. */
  isComplete: boolean
}

export function toRecordNames<Item extends ServerRecord>(
  entity: Entity<Item>,
  records: readonly Item[],
  ids: readonly string[],
): RecordNames {
  const matches = records.filter(({ id }) => ids.includes(String(id)))
  return { names: new Map(matches.map((record) => [String(record.id), entity.titleOf(record)])), isComplete: true }
}

/** The number of deletions above which the number must be typed to confirm. */
const MAX_WITHOUT_TYPED_COUNT = 10
/** Verbs for prompts and results. */
const DELETE = { verb: 'delete', doing: 'Deleting', past: 'deleted' }
const ERASE = { verb: 'permanently delete', doing: 'Permanently deleting', past: 'permanently deleted' }
type Verbs = typeof DELETE

const yesHint = ({ verb }: Verbs) => `Pass --yes to ${verb} without being asked.`

/** Deletes records by id, after a prompt or with --yes. Returns one result per record. */
export async function runDeletion(
  entity: Entity,
  input: DeleteOptions,
  deps: Deps,
  overrides: DeletionOverrides = {},
): Promise<DeletionResult> {
  const { findNames = async (ids) => toRecordNames(entity, await listWithNames(deps.client, entity), ids) } = overrides
  const verbs = input.erase ? ERASE : DELETE
  if (!overrides.toIds) checkIds(input.ids, entity)
  requireIdsAndConsent(input, deps, entity, verbs)
  const { backup } = input
  const backupModule = backup === undefined ? undefined : await overrides.loadBackup?.()
  if (backup !== undefined) await backupModule?.checkBackupFile(backup)
  const ids = await resolveIdsToDelete(input, deps, entity, overrides)
  const isSingleArgument = ids.length === 1 && input.fromFile === undefined
  const query = ids.length === 0 ? {} : await resolveDeleteQuery(input, deps, entity)
  const confirmation = await confirmDeletion(ids, { isSingleArgument, findNames, query, verbs }, deps, entity)
  const backedUpIds =
    backup === undefined || confirmation === 'absent'
      ? undefined
      : await backupModule?.writeBackup(entity.noun, ids, backup, deps)
  const isAbsent = (id: string) => confirmation === 'absent' || backedUpIds?.includes(id) === false
  const report = await runBulk(
    {
      items: ids.map((key) => ({ key, action: 'delete' })),
      perform: async ({ key }, signal) =>
        isAbsent(key) ? 'absent' : deleteRecord(deps.client, entity, key, { query, signal }),
      label: `${verbs.doing} ${entity.plural ?? entity.noun}`,
    },
    deps,
  )
  const absentId = isSingleArgument && report.summary.absent === 1 ? ids[0] : undefined
  const { batch } = query
  return { ...report, absentId, batch, backup, past: verbs.past }
}

/** Returns the ids of the arguments and the file, each once. Throws `CliError` for one that cannot exist. */
async function resolveIdsToDelete(
  input: DeleteOptions,
  deps: Deps,
  entity: Entity,
  { toIds, listSample = () => listRecords(deps.client, entity) }: DeletionOverrides,
): Promise<string[]> {
  const fileIds = await readFileIds(input, deps, entity)
  if (!deps.target.token)
    throw new ApiError('no_token', MISSING_TOKEN_MESSAGES.session, { operation: entity.operations.delete })
  const argumentIds = toIds && input.ids.length > 0 ? await toIds(input.ids) : input.ids
  const ids = [...new Set([...argumentIds, ...fileIds])]
  checkIds(ids, entity)
  // A mistyped id must not count as already deleted.
  if (!ids.every(isNumericId)) refuseMistypedId(ids, await listSample(), entity)
  return ids
}

/** Returns a batch for deletions, so that one call restores them; undefined if they are permanent. */
export async function openBatch({ client }: Pick<Deps, 'client'>): Promise<string | undefined> {
  return (await client.offersOptional('trash')) ? randomUUID() : undefined
}

async function resolveDeleteQuery({ erase = false }: DeleteOptions, deps: Deps, entity: Entity): Promise<DeleteQuery> {
  if (erase) {
    await requireExtension('trash', deps)
    return { erase }
  }
  const batch = entity.movesToTrash && (await openBatch(deps))
  return batch === undefined ? {} : { batch }
}

/** Throws `CliError` if no record is named, or if a prompt is needed and not possible. */
function requireIdsAndConsent({ ids, fromFile }: DeleteOptions, deps: Deps, entity: Entity, verbs: Verbs): void {
  if (ids.length === 0 && fromFile === undefined) {
    throw new CliError(
      'usage',
      `Specify the ${entity.plural ?? entity.noun} to ${verbs.verb} by id or with --from-file.`,
      {
        hint: listIdsHint(entity),
      },
    )
  }
  requireYesOrTerminal(
    {
      action: `${verbs.doing} ${entity.plural ?? entity.noun} on ${formatTarget(deps.target)}`,
      readsStdin: fromFile === '-',
      hint: yesHint(verbs),
    },
    deps,
  )
}

async function readFileIds({ fromFile }: DeleteOptions, { stdin, terminal }: Deps, entity: Entity): Promise<string[]> {
  if (fromFile === '-' && stdin.isTTY)
    terminal.info(`Type the ids of ${entity.noun}, one per line; Ctrl-D ends the list.`)
  const ids = fromFile === undefined ? [] : await readRecordIds(fromFile, stdin, entity)
  checkIds(ids, entity)
  return ids
}

/** Throws `CliError` (not found) for an id that cannot exist because all ids of the server are numbers. */
function refuseMistypedId(ids: readonly string[], records: readonly { id: Id }[], entity: Entity): void {
  const mistypedId = ids.find((id) => !couldBeId(id, records))
  if (mistypedId !== undefined) throw noSuchRecordError(mistypedId, entity)
}

interface ConfirmOptions extends Required<Pick<DeletionOverrides, 'findNames'>> {
  isSingleArgument: boolean
  query: DeleteQuery
  verbs: Verbs
}

/** Asks unless --yes was given. Returns `absent` if the only record is already gone. Throws `CliError` if the answer is no. */
async function confirmDeletion(
  ids: readonly string[],
  { isSingleArgument, findNames, query, verbs }: ConfirmOptions,
  deps: Deps,
  entity: Entity,
): Promise<'confirmed' | 'absent'> {
  const { verb, past } = verbs
  const action = `${verbs.doing} ${describeIds(ids, entity)}`
  if (deps.flags.yes || ids.length === 0) {
    announceWrite(deps, action)
    return 'confirmed'
  }
  const { names, isComplete } = await findNames(ids.slice(0, MAX_NAMES_SHOWN))
  if (isSingleArgument && isComplete && names.size === 0) return 'absent'
  const count = String(ids.length)
  const records = ids.length === 1 ? `this ${entity.singular}` : `these ${entity.plural ?? entity.noun}`
  await requireConsent(
    {
      action,
      lines: [
        `${verbs === ERASE ? 'Permanently delete' : 'Delete'} ${describeIds(ids, entity)} on ${formatTarget(deps.target)}:`,
        ...previewNames(ids.map((id) => `${id}  ${names.get(id) ?? 'not found'}`)),
        ...((entity.movesToTrash || verbs === ERASE) && query.batch === undefined ? ['This cannot be undone.'] : []),
      ],
      ...(ids.length > MAX_WITHOUT_TYPED_COUNT
        ? { prompt: `Type ${count} to ${verb} them:`, expectedAnswer: count }
        : { prompt: `Are you sure you want to ${verb} ${records}?` }),
      hint: yesHint(verbs),
      declinedMessage: `Nothing was ${past}.`,
    },
    deps,
  )
  return 'confirmed'
}
