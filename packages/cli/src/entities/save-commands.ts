import { createRecord as sendNew } from '@rapport/core/client/records.ts'
import { type EditableEntity, type Form, inputFields, type ServerRecord } from '@rapport/core/entities/entity.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { Deps } from '#cli/deps.ts'
import { announceWrite } from '#cli/io/announce-write.ts'
import type { Presentation } from '#cli/output/document.ts'
import { type OptionValues, toOption } from './field-options.ts'
import { readImage } from './read-image.ts'
import { presentRecord } from './record-presentation.ts'
import { saveEdit } from './save-edit.ts'
import { type Changes, hintLines, parseFieldValue, readBack, toInputLabels } from './save-record.ts'
import { validateInput, checkChanges, requireChanges } from './validate-input.ts'

/** A saved record with hints about it. */
export interface SaveResult<Item> {
  record: Item
  hints: string[]
}

const flagLabels = (entity: EditableEntity, verb: string) =>
  toInputLabels(entity, verb, (field) => toOption(field).long ?? field.flag)

/** Placeholder for a parent's id, so that flags are validated before any call. */
const PARENT_ID_PLACEHOLDER = '?'

/** Parses the options that were given; all others are left out. */
async function parseOptions(entity: EditableEntity, options: OptionValues, { stdin }: Deps): Promise<Changes> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of inputFields(entity)) {
    const text = options[toOption(field).attributeName()]
    if (text === undefined) continue
    if (field.type === 'image') values[name] = await readImage(text, stdin)
    else values[name] = field.type === 'parent' ? text.trim() && PARENT_ID_PLACEHOLDER : parseFieldValue(field, text)
  }
  return values
}

/** Validates the options of `create`. Throws `CliError` (usage) listing all issues. */
export async function parseNewForm<Item extends ServerRecord, Sent extends Form>(
  entity: EditableEntity<Item, Sent>,
  options: OptionValues,
  deps: Deps,
): Promise<Sent> {
  const { create } = await entity.schemas()
  return validateInput(create, await parseOptions(entity, options, deps), flagLabels(entity, 'create'))
}

export async function createRecord<Item extends ServerRecord, Sent extends Form>(
  entity: EditableEntity<Item, Sent>,
  form: Sent,
  deps: Deps,
): Promise<SaveResult<Item>> {
  announceWrite(deps, `Creating ${entity.singular} ${valueText(form[entity.keyFields.at(-1) ?? ''])}`)
  const saved = await sendNew(deps.client, entity, form)
  const record = await readBack(entity, { saved, form }, deps)
  return { record, hints: hintLines(entity, { form, labels: flagLabels(entity, 'create') }) }
}

/** Validates the options of `update`. Throws `CliError` (usage) if nothing changes, and listing all issues. */
export async function parseChanges(entity: EditableEntity, options: OptionValues, deps: Deps): Promise<Changes> {
  const labels = flagLabels(entity, 'update')
  const changes = await parseOptions(entity, options, deps)
  requireChanges(changes, labels)
  checkChanges((await entity.schemas()).update, changes, labels)
  return changes
}

/** Updates a record and keeps what others changed in other fields. */
export async function updateRecord<Item extends ServerRecord, Sent extends Form>(
  entity: EditableEntity<Item, Sent>,
  before: Item,
  changes: Changes,
  deps: Deps,
): Promise<SaveResult<Item>> {
  const labels = flagLabels(entity, 'update')
  announceWrite(deps, `Updating ${entity.singular} ${before.id} (${entity.titleOf(before)})`)
  return saveEdit(entity, { before, changes, labels }, deps)
}

export function presentSaved<Item extends ServerRecord>(
  entity: EditableEntity<Item>,
  { record, hints }: SaveResult<Item>,
  outcome: 'Created' | 'Updated',
  displayRecord = record,
): Presentation {
  return presentRecord(
    entity,
    record,
    [...hints, `${outcome} ${entity.singular} ${record.id}.`].join('\n'),
    displayRecord,
  )
}
