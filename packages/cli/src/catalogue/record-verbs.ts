import { ApiError } from '@rapport/core/api/api-error.ts'
import { createRecord, listRecords, withParentNames } from '@rapport/core/client/records.ts'
import { findParent } from '@rapport/core/entities/catalogue.ts'
import { type EditableEntity, type Form, inputFields, type ServerRecord } from '@rapport/core/entities/entity.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { announceWrite } from '#cli/config/target.ts'
import type { CommandModule, Deps } from '#cli/deps.ts'
import { confirmPriceChanges } from '#cli/entities/confirm-price-changes.ts'
import { type DeleteOptions, runDeletion } from '#cli/entities/deletion/deletion.ts'
import { type DeletionOutcome, presentDeletion } from '#cli/entities/deletion/present-deletion.ts'
import { type OptionValues, toOption } from '#cli/entities/field-options.ts'
import { findRecord, resolveIds } from '#cli/entities/find-record.ts'
import { type ListInput, type SelectedRecords, emptyMessages, selectRecords } from '#cli/entities/list-records.ts'
import { readImage } from '#cli/entities/read-image.ts'
import { entityFieldNames, presentList, presentRecord } from '#cli/entities/record-presentation.ts'
import {
  type Changes,
  hintLines,
  parseFieldValue,
  readBack,
  saveEdit,
  toInputLabels,
} from '#cli/entities/save-record.ts'
import { checkChanges, requireChanges, validateInput } from '#cli/entities/validate-input.ts'
import { interruptedError, isInterruption } from '#cli/io/errors.ts'
import { bulkFields } from '#cli/output/bulk-document.ts'

interface Input {
  entity: EditableEntity
}

interface RecordInput extends Input {
  /** An id or another reference. */
  reference: string
}

interface SaveInput extends Input {
  options: OptionValues
}

interface RecordResult extends Input {
  record: ServerRecord
  /** The record with its parent's name. */
  displayRecord: ServerRecord
  /** Lines about the record, such as hints and the outcome. */
  info: string[]
}

interface ListResult extends Input, SelectedRecords<ServerRecord> {
  displayRows: ServerRecord[]
  hints: string[]
}

export const list: CommandModule<Input & ListInput & { category?: string }, ListResult> = {
  fields: ({ entity }) => entityFieldNames(entity),
  async run({ entity, ...input }, deps) {
    const parentId = await findParentId(entity, input, deps)
    const all = await listRecords(deps.client, entity)
    const { idField = '' } = entity.parent ?? {}
    const children = parentId === undefined ? all : all.filter((record) => String(record[idField]) === parentId)
    const selected = selectRecords(entity, input, children)
    const { rows: displayRows, hints } = await addParentNames(entity, selected.rows, deps)
    if (deps.signal.aborted) throw interruptedError()
    const emptyMessage = parentId === undefined ? selected.emptyMessage : emptyMessages(entity).noMatches
    return { entity, ...selected, displayRows, hints, emptyMessage }
  },
  present({ entity, hints, ...result }) {
    const presentation = presentList(entity, result)
    return { ...presentation, info: [...hints, presentation.info].join('\n') }
  },
}

export const get: CommandModule<RecordInput, RecordResult> = {
  fields: ({ entity }) => entityFieldNames(entity),
  async run({ entity, reference }, deps) {
    return toResult(entity, await findRecord(entity, reference, deps), [], deps)
  },
  present: presentResult,
}

export const create: CommandModule<SaveInput, RecordResult> = {
  fields: ({ entity }) => entityFieldNames(entity),
  async run({ entity, options: given }, deps) {
    const { options, labels, parsed } = await readOptions(entity, 'create', given, deps)
    const values = validateInput((await entity.schemas()).create, parsed, labels)
    const form = await withParentId(entity, values, options, deps)
    announceWrite(deps, `Creating ${entity.singular} ${valueText(form[entity.keyFields.at(-1) ?? ''])}`)
    const saved = await createRecord(deps.client, entity, form)
    const record = await readBack(entity, { saved, form }, deps)
    const hints = await hintLines(entity, { form, labels }, deps)
    return toResult(entity, record, [...hints, `Created ${entity.singular} ${record.id}.`], deps)
  },
  present: presentResult,
}

/** Updates the given fields only. */
export const update: CommandModule<RecordInput & SaveInput, RecordResult> = {
  fields: ({ entity }) => entityFieldNames(entity),
  async run({ entity, reference, options: given }, deps) {
    const findCurrent = () => findRecord(entity, reference, deps)
    const { options, labels, parsed } = await readOptions(entity, 'update', given, deps, findCurrent)
    requireChanges(parsed, labels)
    checkChanges((await entity.schemas()).update, parsed, labels)
    const changes = await withParentId(entity, parsed, options, deps)
    const before = await findCurrent()
    const title = entity.titleOf(before)
    await confirmPriceChanges([{ key: title, from: before['price'], to: changes['price'] }], deps)
    announceWrite(deps, `Updating ${entity.singular} ${before.id} (${title})`)
    const { record, hints } = await saveEdit(entity, { before, changes, labels }, deps)
    return toResult(entity, record, [...hints, `Updated ${entity.singular} ${record.id}.`], deps)
  },
  present: presentResult,
}

export const remove: CommandModule<Input & DeleteOptions, DeletionOutcome & Input> = {
  fields: bulkFields,
  async run({ entity, ...input }, deps) {
    const toIds = (references: readonly string[]) => resolveIds(entity, references, deps)
    const { backup } = input
    const writeBackup =
      backup === undefined ? undefined : await (await import('./backup.ts')).openBackup(entity, backup, deps)
    return { entity, ...(await runDeletion(entity, input, deps, { toIds, writeBackup })) }
  },
  present: ({ entity, ...result }) => presentDeletion(entity, result),
}

async function toResult(
  entity: EditableEntity,
  record: ServerRecord,
  info: string[],
  deps: Deps,
): Promise<RecordResult> {
  const { rows, hints } = await addParentNames(entity, [record], deps)
  return { entity, record, displayRecord: rows[0] ?? record, info: [...hints, ...info] }
}

function presentResult({ entity, record, info, displayRecord }: RecordResult) {
  return presentRecord(entity, record, info.join('\n'), displayRecord)
}

/** Parses the options, with what `--body` contains. Its reader is loaded on demand, since the parser of YAML is large. */
async function readOptions(
  entity: EditableEntity,
  verb: string,
  { body, ...flags }: OptionValues,
  deps: Deps,
  findCurrent?: () => Promise<ServerRecord>,
) {
  const options =
    body === undefined
      ? flags
      : await (await import('./record-body.ts')).addBody(entity, body, flags, deps, findCurrent)
  const labels = toInputLabels(entity, verb, (field) => toOption(field).long ?? field.flag)
  return { options, labels, parsed: await parseOptions(entity, options, deps) }
}

/** Placeholder for a parent's id, so that flags are validated before any call. */
const PARENT_ID_PLACEHOLDER = '?'

/** Parses the options that were given; all others are left out. */
async function parseOptions(entity: EditableEntity, options: OptionValues, deps: Deps): Promise<Changes> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of inputFields(entity)) {
    const text = options[toOption(field).attributeName()]
    if (text === undefined) continue
    if (field.type === 'image') values[name] = await readImage(text, deps)
    else values[name] = field.type === 'parent' ? text.trim() && PARENT_ID_PLACEHOLDER : parseFieldValue(field, text)
  }
  return values
}

/** Finds the id of the parent that an option such as `--category` names. */
async function findParentId(
  entity: EditableEntity,
  { category }: { category?: string | undefined },
  deps: Deps,
): Promise<string | undefined> {
  const parent = findParent(entity)
  return parent && category !== undefined ? String((await findRecord(parent, category, deps)).id) : undefined
}

async function withParentId(entity: EditableEntity, values: Form, options: OptionValues, deps: Deps): Promise<Form> {
  const parentId = await findParentId(entity, options, deps)
  return parentId === undefined ? values : { ...values, [entity.parent?.idField ?? '']: parentId }
}

/** Adds the parents' names. Returns a hint if they cannot be fetched: the records are shown without them. */
async function addParentNames(
  entity: EditableEntity,
  rows: ServerRecord[],
  { client, flags }: Deps,
): Promise<{ rows: ServerRecord[]; hints: string[] }> {
  const { output, fields } = flags
  // JSON prints the server's own records.
  const needsNames =
    output !== 'json' && output !== 'ndjson' && (fields?.includes(entity.parent?.nameField ?? '') ?? true)
  try {
    return { rows: needsNames ? await withParentNames(client, entity, rows) : rows, hints: [] }
  } catch (error) {
    if (!(error instanceof ApiError) && !isInterruption(error)) throw error
    return { rows, hints: [`The names of the ${entity.parent?.noun} could not be read: ${error.message}`] }
  }
}
