import { MergeError } from '@rapport/core/client/merge-error.ts'
import { listRecords } from '@rapport/core/client/records.ts'
import { saveRecord } from '@rapport/core/client/save-record.ts'
import {
  type EditableEntity,
  type Field,
  type Form,
  type Id,
  inputFields,
  type InputField,
  isRequired,
  type ServerRecord,
} from '@rapport/core/entities/entity.ts'
import { notANumberMessage, parseUserNumber } from '@rapport/core/entities/field-values.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { noSuchRecordError } from './record-ids.ts'
import { checkChanges, invalidIssuesError, type InputLabels, InvalidValue } from './validate-input.ts'

/** Values by field. A field that is left out, or undefined, stays as it is. */
export type Changes = Readonly<Record<string, unknown>>

/** Returns what error messages call the fields: flags or labels. */
export function toInputLabels(
  entity: EditableEntity,
  verb: string,
  toName: (field: InputField) => string,
): InputLabels {
  const names = Object.fromEntries(inputFields(entity).map(([name, field]) => [name, toName(field)]))
  return { names, command: `rapport ${entity.noun} ${verb}` }
}

/** Parses a flag or form text. Invalid text becomes `InvalidValue`, or is refused by the schema. */
export function parseFieldValue(field: Field, text: string): unknown {
  const { type } = field
  if (type === 'decimal') return parseUserNumber(text) ?? new InvalidValue(notANumberMessage(text, field))
  return type === 'integer' ? (parseUserNumber(text) ?? Number.NaN) : text
}

/** Runs a save, and explains in the terms of the command line why its result would be invalid. Throws `CliError`. */
export async function explainingInvalid<Result>(
  entity: EditableEntity,
  { id }: ServerRecord,
  labels: InputLabels,
  save: () => Promise<Result>,
): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    if (!(error instanceof MergeError)) throw error
    if (error.issues) throw invalidIssuesError(error.issues, labels)
    if (!error.unreadable) throw error
    const { field, value } = error.unreadable
    const name = labels.names[field] ?? ''
    const message = `${name} of ${entity.singular} ${id} is ${JSON.stringify(value)} on the server, which cannot be read and would be lost.`
    throw new CliError('unreadable_field', message, { hint: `Set a new value with ${name}.` })
  }
}

/** Formats hints about what the stores reject; for an update, only about changed fields. */
export async function hintLines<Item extends ServerRecord, Sent extends Form>(
  entity: EditableEntity<Item, Sent>,
  { form, before, changes, labels }: { form: Sent; before?: Item; changes?: Changes; labels: InputLabels },
  { client }: Pick<Deps, 'client'>,
): Promise<string[]> {
  if (!entity.warningsFor) return []
  return Object.entries(entity.warningsFor(form, await client.stores(), before)).flatMap(([field, messages]) =>
    changes && changes[field] === undefined
      ? []
      : messages.map((message) => `hint: ${labels.names[field]}: ${message}`),
  )
}

/** Returns the saved record, from the list if the response lacks it. Throws `CliError` if it cannot be read back. */
export async function readBack<Item extends ServerRecord, Sent extends Form>(
  entity: EditableEntity<Item, Sent>,
  { saved, form, id }: { saved: Item | undefined; form: Sent; id?: Id },
  { client, signal }: Pick<Deps, 'client' | 'signal'>,
): Promise<Item> {
  if (saved) return saved
  const keys = inputFields(entity).filter(([, field]) => isRequired(field))
  const isSaved = (record: Item) =>
    id === undefined
      ? keys.every(([name]) => valueText(record[name]) === valueText(form[name]))
      : String(record.id) === String(id)
  let cause: unknown
  try {
    const listedRecord = (await listRecords(client, entity)).findLast(isSaved)
    if (listedRecord) return listedRecord
  } catch (error) {
    cause = error
  }
  const recordName = `${entity.singular} ${valueText(form[entity.keyFields.at(-1) ?? ''])}`
  const reason = cause instanceof Error ? cause.message : `The list of ${entity.noun} does not contain it.`
  const message = `${recordName.charAt(0).toUpperCase()}${recordName.slice(1)} was saved, but could not be read back: ${reason}`
  throw new CliError('saved_unread', message, {
    hint: `rapport ${entity.noun} list shows it as it is now.`,
    // Another exit code would make an interruption replace this error.
    exitCode: signal.aborted ? EXIT.interrupted : EXIT.failed,
    cause,
  })
}

/**
 * Saves an edit of `before` and keeps what others changed in other fields. Without versions, someone else's save just before this one may
 * be lost. Throws `CliError` (conflict) for fields that both sides changed.
 */
export async function saveEdit<Item extends ServerRecord, Sent extends Form>(
  entity: EditableEntity<Item, Sent>,
  { before, changes, labels }: { before: Item; changes: Changes; labels: InputLabels },
  deps: Deps,
): Promise<{ record: Item; hints: string[] }> {
  checkChanges((await entity.schemas()).update, changes, labels)
  const {
    saved,
    input,
    before: current,
    keptFields,
  } = await explainingInvalid(entity, before, labels, () =>
    saveRecord(deps.client, entity, { record: before, edits: changes }),
  ).catch((error: unknown) => {
    if (!(error instanceof MergeError)) throw error
    if (error.reason === 'deleted') throw noSuchRecordError(String(before.id), entity)
    throw new CliError(error.code, error.message, {
      sentences: error.sentences,
      hint: 'Check the record as it is now, then repeat the change if it is still needed.',
      exitCode: EXIT.conflict,
    })
  })
  const record = await readBack(entity, { saved, form: input, id: before.id }, deps)
  const keptHints = keptFields.length > 0 ? [`Kept changes by someone else: ${keptFields.join(', ')}.`] : []
  const hints = await hintLines(entity, { form: input, before: current, changes, labels }, deps)
  return { record, hints: [...keptHints, ...hints] }
}
