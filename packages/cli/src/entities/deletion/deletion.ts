import { randomUUID } from 'node:crypto'
import { isNotFound } from '@rapport/core/api/api-error.ts'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Extension } from '@rapport/core/api/operations.ts'
import { deleteRecord, listWithNames } from '@rapport/core/client/records.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import type { DeleteQuery, Entity, ServerRecord } from '@rapport/core/entities/entity.ts'
import { quotedText } from '@rapport/core/entities/field-values.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'
import { nameKey } from '@rapport/core/text/unique-keys.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { type BulkItem, runBulk } from '#cli/api/bulk.ts'
import { requireExtension } from '#cli/api/extensions.ts'
import { announceWrite, formatTarget, requireToken } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { previewNames, MAX_NAMES_SHOWN, requireConsent, requireYesOrTerminal } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { type NamedRecord, readNamedRecords } from '../read-ids.ts'
import { checkIds, couldBeId, describeIds, isNumericId, noSuchRecordError, listIdsHint } from '../record-ids.ts'
import type { DeletionOutcome, Receipts } from './present-deletion.ts'

export interface DeleteOptions {
  ids: string[]
  fromFile?: string
  /** Whether to delete permanently instead of moving to the trash. */
  erase?: boolean
  /** Why, for the history. */
  reason?: string
  /** The file to write the records to before they are deleted. */
  backup?: string
  /** Whether to print the records and delete nothing. */
  dryRun?: boolean
}

/** What differs from the deletion of records with a plain list. */
export interface DeletionOverrides {
  /** Finds these records, to show their names and to compare them with a file; without ids, some that show what ids look like. */
  findRecords?: (ids?: readonly string[]) => Promise<readonly ServerRecord[]>
  /** Converts references to ids. Throws `CliError` for an unknown one. */
  toIds?: (references: readonly string[]) => Promise<string[]>
  /** Writes `backup` before anything is deleted. Returns the ids of the records that it wrote. */
  writeBackup?: ((ids: readonly string[]) => Promise<string[]>) | undefined
  /** What to do instead of deleting; it can be undone. */
  change?: Change
}

/** A change of records that are named and confirmed as for a deletion. */
interface Change {
  verbs: Verbs
  action: BulkItem['action']
  extension: Extension
  /** Rejects with an `ApiError` (404) if there is no such record. */
  perform: (id: string) => Promise<unknown>
  concurrency: number
}

/** The number of deletions above which the number must be typed to confirm. */
const MAX_WITHOUT_TYPED_COUNT = 10
/** Verbs for prompts and results. */
const DELETE = { verb: 'delete', doing: 'Deleting', past: 'deleted' }
const ERASE = { verb: 'permanently delete', doing: 'Permanently deleting', past: 'permanently deleted' }
type Verbs = typeof DELETE

const yesHint = ({ verb }: Verbs) => `Pass --yes to ${verb} without being asked.`

/** Deletes records by id, or changes them, after a prompt or with --yes. Returns one result per record. */
export async function runDeletion(
  entity: Entity,
  input: DeleteOptions,
  deps: Deps,
  { change, toIds, writeBackup, findRecords = () => listWithNames(deps.client, entity) }: DeletionOverrides = {},
): Promise<DeletionOutcome> {
  const { erase = false, fromFile, backup } = input
  const verbs = change?.verbs ?? (erase ? ERASE : DELETE)
  requireIdsAndConsent(input, deps, entity, verbs)
  const ids = await resolveIdsToDelete(input, deps, entity, toIds, findRecords, verbs.past)
  const isSingleArgument = ids.length === 1 && fromFile === undefined
  const findNames = async (wanted: readonly string[]) => {
    const found = (await findRecords(wanted)).filter(({ id }) => wanted.includes(String(id)))
    return new Map(found.map((record) => [String(record.id), entity.titleOf(record)]))
  }
  // The record to erase may be in the trash.
  const isGone = (names: ReadonlyMap<string, string>) =>
    isSingleArgument && names.size === 0 && !(erase && entity.movesToTrash)
  if (input.dryRun) {
    const names = await findNames(ids)
    if (isGone(names)) throw noSuchRecordError(ids[0] ?? '', entity)
    return { planned: ids.map((key) => ({ key, action: 'delete', name: names.get(key) ?? null })) }
  }
  if (change) await requireExtension(change.extension, deps)
  const query = change || ids.length === 0 ? {} : await resolveDeleteQuery(input, deps, entity)
  const isFinal = !change && (entity.movesToTrash || erase) && query.batch === undefined
  let names: ReadonlyMap<string, string> | undefined
  if (deps.flags.yes || ids.length === 0) announceWrite(deps, `${verbs.doing} ${describeIds(ids, entity)}`)
  else {
    names = await findNames(ids.slice(0, MAX_NAMES_SHOWN))
    if (!isGone(names)) await confirmDeletion(ids, names, { isFinal, verbs }, deps, entity)
  }
  const isAbsent = names !== undefined && isGone(names)
  const receipts: Receipts = new Map()
  const backedUpIds = isAbsent ? undefined : await writeBackup?.(ids)
  const report = await runBulk(deps, {
    items: ids.map((key) => ({ key, action: change?.action ?? 'delete' })),
    perform: async ({ key }, signal) => {
      if (isAbsent || backedUpIds?.includes(key) === false) return 'absent'
      if (!change) {
        const onReceipt = (receipt: NonNullable<Schemas['ErasureReceipt']>) => receipts.set(key, receipt)
        return deleteRecord(deps.client, entity, key, { signal, query, onReceipt })
      }
      return change.perform(key).then(
        () => 'done',
        (error: unknown) => {
          if (isNotFound(error)) return 'absent'
          throw error
        },
      )
    },
    label: `${verbs.doing} ${entity.plural ?? entity.noun}`,
    ...(change && { concurrency: change.concurrency }),
  })
  const absentId = isSingleArgument && report.summary.absent === 1 ? ids[0] : undefined
  return { ...report, absentId, receipts, batch: query.batch, backup, past: verbs.past }
}

/** Returns the ids of the arguments and the file, each once. Throws `CliError` for one that cannot exist. */
async function resolveIdsToDelete(
  input: DeleteOptions,
  deps: Deps,
  entity: Entity,
  toIds: DeletionOverrides['toIds'],
  findRecords: NonNullable<DeletionOverrides['findRecords']>,
  past: string,
): Promise<string[]> {
  const namedRecords = await readNamed(input, deps, entity, toIds !== undefined)
  const all = [...input.ids.map((reference) => ({ reference, isId: false })), ...namedRecords]
  const references = all.flatMap(({ reference, isId }) => (isId ? [] : [reference]))
  requireToken(deps.target)
  const resolvedIds = toIds && references.length > 0 ? await toIds(references) : references
  const idsByReference = new Map(references.map((reference, index) => [reference, resolvedIds[index] ?? reference]))
  const allIds = all.map(({ reference, isId }) => (isId ? reference : (idsByReference.get(reference) ?? reference)))
  const ids = [...new Set(allIds)]
  checkIds(ids, entity)
  if (!ids.every(isNumericId)) {
    // A mistyped id must not count as already deleted.
    const sample = await findRecords()
    const mistypedId = ids.find((id) => !couldBeId(id, sample))
    if (mistypedId !== undefined) throw noSuchRecordError(mistypedId, entity)
  }
  await refuseOtherRecords(namedRecords, allIds.slice(input.ids.length), { findRecords, past }, entity)
  return ids
}

/** Throws `CliError` (partial) if rows name their record otherwise than the server does: their ids may have slipped. */
async function refuseOtherRecords(
  rows: readonly NamedRecord[],
  ids: readonly string[],
  { findRecords, past }: { findRecords: NonNullable<DeletionOverrides['findRecords']>; past: string },
  { searchFields, fields, singular }: Entity,
): Promise<void> {
  const names = searchFields.filter((name) => name !== 'id')
  if (!rows.some((row) => names.some((name) => valueText(row.fields[name]).trim() !== ''))) return
  const recordsById = new Map((await findRecords(ids)).map((record) => [String(record.id), record]))
  const issues = rows.flatMap(({ fields: row, location }, index) => {
    const id = ids[index] ?? ''
    const record = recordsById.get(id)
    const other = names.find((name) => {
      const toKey = fields[name]?.type === 'code' ? String : nameKey
      const text = valueText(row[name]).trim()
      return record && text !== '' && toKey(text) !== toKey(valueText(record[name]).trim())
    })
    if (!record || other === undefined) return []
    const message = `${singular} ${id}: ${other} is ${quotedText(record[other])} on the server, not ${quotedText(row[other])}.`
    return [{ ...location, message }]
  })
  if (issues.length === 0) return
  const count = pluralize(issues.length, 'row')
  const subject = `${count} of ${rows[0]?.location.file} ${issues.length === 1 ? 'does' : 'do'}`
  throw new CliError('other_record', `${subject} not describe the record with that id. Nothing was ${past}.`, {
    issues,
    hint: 'Correct the ids, or use a file that has nothing but ids.',
    exitCode: EXIT.partial,
  })
}

/** Returns a batch for deletions, so that one call restores them; undefined if they are permanent. */
export async function openBatch({ client }: Pick<Deps, 'client'>): Promise<string | undefined> {
  return (await client.offersOptional('trash')) ? randomUUID() : undefined
}

/** Asks for the reason that a server requires for a deletion for good. Throws `CliError` if it cannot ask. */
export async function resolveReason(
  { reason }: Pick<DeleteOptions, 'reason'>,
  { client, terminal }: Deps,
): Promise<string | undefined> {
  if (reason !== undefined || !(await client.offersOptional('trash'))) return reason
  const { requires_reason = false } = await client.call('getSettings')
  if (!requires_reason) return undefined
  const [answer = ''] = terminal.canAsk ? await terminal.ask([{ prompt: 'Reason: ' }]) : []
  if (answer.trim() !== '') return answer.trim()
  throw new CliError('usage', 'This server asks why something is deleted for good.', { hint: 'Pass --reason TEXT.' })
}

async function resolveDeleteQuery(input: DeleteOptions, deps: Deps, entity: Entity): Promise<DeleteQuery> {
  const { erase } = input
  const reason = erase ? await resolveReason(input, deps) : input.reason
  const why = reason === undefined ? {} : { reason }
  if (erase) {
    await requireExtension('trash', deps)
    return entity.movesToTrash ? { erase, ...why } : why
  }
  const batch = entity.movesToTrash && (await openBatch(deps))
  return batch === undefined ? {} : { batch, ...why }
}

/** Throws `CliError` if no record is named, or if a prompt is needed and not possible. */
function requireIdsAndConsent(input: DeleteOptions, deps: Deps, entity: Entity, verbs: Verbs): void {
  const { ids, fromFile, dryRun } = input
  const records = entity.plural ?? entity.noun
  if (ids.length === 0 && fromFile === undefined) {
    throw new CliError('usage', `Specify the ${records} to ${verbs.verb} by id or with --from-file.`, {
      hint: listIdsHint(entity),
    })
  }
  if (dryRun) return
  requireYesOrTerminal(deps, {
    action: `${verbs.doing} ${records} on ${formatTarget(deps.target)}`,
    readsStdin: fromFile === '-',
    hint: yesHint(verbs),
  })
}

/** Reads the records that the file names, by ids or, if the entity has other references, also by these. */
async function readNamed(
  { fromFile }: DeleteOptions,
  deps: Deps,
  entity: Entity,
  hasReferences: boolean,
): Promise<NamedRecord[]> {
  if (fromFile === undefined) return []
  if (fromFile === '-' && deps.stdin.isTTY)
    deps.terminal.info(`Type the ids of ${entity.noun}, one per line; Ctrl-D ends the list.`)
  const { lookupFields = {} } = CATALOGUE.find(({ noun }) => noun === entity.noun) ?? {}
  const keys = ['id', ...(hasReferences ? Object.values(lookupFields).toReversed() : [])]
  const named = await readNamedRecords(fromFile, entity, deps, keys)
  if (named.length === 0)
    deps.terminal.info(`note: ${fromFile === '-' ? 'standard input' : fromFile} names no ${entity.noun}.`)
  return named
}

/** Asks before the records are deleted. Throws `CliError` if the answer is no. */
async function confirmDeletion(
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  { isFinal, verbs }: { isFinal: boolean; verbs: Verbs },
  deps: Deps,
  entity: Entity,
): Promise<void> {
  const { verb, doing, past } = verbs
  const count = String(ids.length)
  const records = ids.length === 1 ? `this ${entity.singular}` : `these ${entity.plural ?? entity.noun}`
  await requireConsent(deps, {
    action: `${doing} ${describeIds(ids, entity)}`,
    lines: [
      `${verb.replace(/^./, (letter) => letter.toUpperCase())} ${describeIds(ids, entity)} on ${formatTarget(deps.target)}:`,
      ...previewNames(ids.map((id) => `${id}  ${names.get(id) ?? 'not found'}`)),
      ...(isFinal ? ['This cannot be undone.'] : []),
    ],
    ...(ids.length > MAX_WITHOUT_TYPED_COUNT
      ? { prompt: `Type ${count} to ${verb} them:`, expectedAnswer: count }
      : { prompt: `Are you sure you want to ${verb} ${records}?` }),
    hint: yesHint(verbs),
    declinedMessage: `Nothing was ${past}.`,
  })
}
