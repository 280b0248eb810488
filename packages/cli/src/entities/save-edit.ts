import { MergeError } from '@rapport/core/client/merge-error.ts'
import { saveRecord } from '@rapport/core/client/save-record.ts'
import type { EditableEntity, Form, ServerRecord } from '@rapport/core/entities/entity.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { noSuchRecordError } from './record-ids.ts'
import { type Changes, explainingInvalid, hintLines, readBack } from './save-record.ts'
import { checkChanges, type InputLabels } from './validate-input.ts'

interface SaveEditInput<Item> {
  /** The record when the edit began. */
  before: Item
  changes: Changes
  labels: InputLabels
}

/**
 * Saves an edit and keeps what others changed in other fields. Without versions, someone else's save just before this one may
 * be lost. Throws `CliError` (conflict) for fields that both sides changed.
 */
export async function saveEdit<Item extends ServerRecord, Sent extends Form>(
  entity: EditableEntity<Item, Sent>,
  { before, changes, labels }: SaveEditInput<Item>,
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
  return { record, hints: [...keptHints, ...hintLines(entity, { form: input, before: current, changes, labels })] }
}
