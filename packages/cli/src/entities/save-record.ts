import { unreadableFields } from '@rapport/core/api/read/records.ts'
import {
  type EditableEntity,
  type Field,
  type Form,
  type Id,
  inputFields,
  type InputField,
  isRequired,
  type ServerRecord,
  withoutDefaults,
} from '@rapport/core/entities/entity.ts'
import { notANumberMessage, parseUserNumber, valueToKeep } from '@rapport/core/entities/field-values.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { validateInput, type InputLabels, InvalidValue } from './validate-input.ts'

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

/**
 * Returns the body of an update: the changes, and the current value of every other field, because a server may treat missing
 * fields as empty. Throws `CliError` for invalid changes, and for an unreadable value that would be lost.
 */
export async function updateBody<Item extends ServerRecord, Sent extends Form>(
  entity: EditableEntity<Item, Sent>,
  before: Item,
  changes: Changes,
  labels: InputLabels,
): Promise<Sent> {
  const { update } = await entity.schemas()
  const unreadable = unreadableFields(before)
  const values = inputFields(entity).map(([name, field]) => {
    if (changes[name] !== undefined) return [name, changes[name]]
    if (!(name in unreadable)) return [name, valueToKeep(field, before[name])]
    if (entity.savesEveryField || isRequired(field))
      throw unreadableFieldError(entity, before.id, labels.names[name], unreadable[name])
    return [name, undefined]
  })
  const input = Object.fromEntries(values)
  return withoutDefaults(validateInput(update, input, labels), input)
}

function unreadableFieldError({ singular }: EditableEntity, id: Id, name = '', value: unknown): CliError {
  const message = `${name} of ${singular} ${id} is ${JSON.stringify(value)} on the server, which cannot be read and would be lost.`
  return new CliError('unreadable_field', message, { hint: `Set a new value with ${name}.`, exitCode: EXIT.failed })
}

/** Formats hints about the saved values; for an update, only about changed fields. */
export function hintLines<Item extends ServerRecord, Sent extends Form>(
  entity: EditableEntity<Item, Sent>,
  { form, before, changes, labels }: { form: Sent; before?: Item; changes?: Changes; labels: InputLabels },
): string[] {
  return Object.entries(entity.warningsFor?.(form, before) ?? {}).flatMap(([field, messages = []]) =>
    changes && changes[field] === undefined
      ? []
      : messages.map((message) => `hint: ${labels.names[field]}: ${message}`),
  )
}

/**
 * Saves a record and returns it from the response, otherwise from the list. Throws `CliError` saying that the record was saved,
 * if it cannot be read back.
 */
export async function saveRecord<Item extends ServerRecord, Sent extends Form>(
  entity: EditableEntity<Item, Sent>,
  form: Sent,
  id: Id | undefined,
  deps: Deps,
  version?: number,
): Promise<Item> {
  const savedRecord = await entity.save(form, id, deps, version)
  if (savedRecord) return savedRecord
  const keys = inputFields(entity).filter(([, field]) => isRequired(field))
  const isSaved = (record: Item) =>
    id === undefined
      ? keys.every(([name]) => valueText(record[name]) === valueText(form[name]))
      : String(record.id) === String(id)
  const listedRecord = await entity.list(deps).then(
    (records) => records.findLast(isSaved),
    (cause: unknown) => {
      throw unreadableAfterSaveError(cause)
    },
  )
  if (listedRecord) return listedRecord
  throw unreadableAfterSaveError(undefined)

  function unreadableAfterSaveError(cause: unknown): CliError {
    const recordName = `${entity.singular} ${valueText(form[entity.keyFields.at(-1) ?? ''])}`
    const reason = cause instanceof Error ? cause.message : `The list of ${entity.noun} does not contain it.`
    const message = `${recordName.charAt(0).toUpperCase()}${recordName.slice(1)} was saved, but could not be read back: ${reason}`
    return new CliError('saved_unread', message, {
      hint: `rapport ${entity.noun} list shows it as it is now.`,
      // Another exit code would make an interruption replace this error.
      exitCode: deps.signal.aborted ? EXIT.interrupted : EXIT.failed,
      cause,
    })
  }
}
