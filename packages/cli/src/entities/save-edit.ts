import { toVersion } from '@rapport/core/api/if-match.ts'
import { trackLostResponse } from '@rapport/core/api/with-retry.ts'
import { type EditableEntity, type Form, inputValues, type ServerRecord } from '@rapport/core/entities/entity.ts'
import { MergeError, saveMerged } from '@rapport/core/merge/save-merged.ts'
import { fetchOptionalExtensions } from '#cli/api/extensions.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { requireById } from './record-ids.ts'
import { type Changes, updateBody, hintLines, saveRecord } from './save-record.ts'
import type { InputLabels } from './validate-input.ts'

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
  const hasVersions =
    toVersion(before['version']) !== undefined && (await fetchOptionalExtensions(deps)).has('versions')
  const { withRetry, isResponseLost } = trackLostResponse(deps.withRetry)
  const toValues = (record: ServerRecord) => inputValues(entity, record)
  return saveMerged(
    { record: before, base: toValues(before), edits: changes, hasVersions },
    {
      read: async () => requireById(await entity.list(deps), String(before.id), entity),
      toValues,
      isResponseLost,
      async send(current, { version, theirFields }) {
        const form = await updateBody(entity, current, changes, labels)
        const record = await saveRecord(entity, form, current.id, { ...deps, withRetry }, version)
        const keptHints = theirFields.length > 0 ? [`Kept changes by someone else: ${theirFields.join(', ')}.`] : []
        return { record, hints: [...keptHints, ...hintLines(entity, { form, before: current, changes, labels })] }
      },
    },
  ).catch((error: unknown) => {
    if (!(error instanceof MergeError)) throw error
    throw new CliError(error.code, error.message, {
      sentences: error.sentences,
      hint: 'Check the record as it is now, then repeat the change if it is still needed.',
      exitCode: EXIT.conflict,
    })
  })
}
