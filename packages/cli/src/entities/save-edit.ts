import { isOutdated } from '@rapport/core/api/api-error.ts'
import { withLostAnswers } from '@rapport/core/api/call.ts'
import { versionOf } from '@rapport/core/api/if-match.ts'
import { SAVE_TRIES } from '@rapport/core/catalogue/apply/current-records.ts'
import { conflictSentences, fieldConflict, imageConflict } from '@rapport/core/catalogue/apply/merge-change.ts'
import { type EditableEntity, type Form, inputFields, type ServerRecord } from '@rapport/core/catalogue/entity.ts'
import { changedSince, conflictingFields } from '@rapport/core/entities/edits.ts'
import { offeredExtensions } from '#cli/api/extensions.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { InputWords } from './checked-input.ts'
import { foundById } from './record-ids.ts'
import { type Changes, changedForm, hintLines, saveRecord } from './save-record.ts'

/** The changes of a record, and the record when the edit began. */
interface Edit<Row> {
  base: Row
  changes: Changes
  words: InputWords
}

interface SavedEdit<Row> {
  record: Row
  /** What others have saved meanwhile and was kept, and what is worth a hint. */
  hints: string[]
}

/**
 * Saves an edit. Fields that only others have changed since it began stay theirs. A server without versions is read again
 * right before: what another client saves between that and the save is lost.
 * @throws CliError (conflict) for fields that both changed
 */
export async function saveEdit<Row extends ServerRecord, Sent extends Form>(
  entity: EditableEntity<Row, Sent>,
  { base, changes, words }: Edit<Row>,
  deps: Deps,
): Promise<SavedEdit<Row>> {
  const isVersioned = versionOf(base['version']) !== undefined && (await offeredExtensions(deps)).has('versions')
  const { call, isAnswerLost } = withLostAnswers(deps.call)
  const readAgain = async () => foundById(await entity.list(deps), String(base.id), entity)
  let before = isVersioned ? base : await readAgain()
  for (let tries = 1; ; tries += 1) {
    const both = conflictingFields(changes, base, before)
    // Where the answer of an earlier try was lost, the other image is most likely the one that was sent.
    const conflicts = both.filter((name) => !(isAnswerLost() && changes[name] instanceof Blob))
    if (conflicts.length > 0) {
      const sentences = conflictSentences(
        conflicts.map((name) =>
          changes[name] instanceof Blob
            ? imageConflict(name)
            : fieldConflict(name, base[name], before[name], changes[name]),
        ),
      )
      throw new CliError('changed_meanwhile', sentences.join(' '), {
        sentences,
        hint: 'Check the record as it is now, then repeat the change if it is still needed.',
        exitCode: EXIT.conflict,
      })
    }
    const form = await changedForm(entity, before, changes, words)
    try {
      const version = isVersioned ? versionOf(before['version']) : undefined
      const record = await saveRecord(entity, form, before.id, { ...deps, call }, version)
      return { record, hints: [...keptLines(), ...hintLines(entity, { form, before, changes, words })] }
    } catch (error) {
      if (!isOutdated(error) || tries === SAVE_TRIES) throw error
    }
    before = await readAgain()
  }

  function keptLines(): string[] {
    const others = inputFields(entity).flatMap(([name]) => (changes[name] === undefined ? [name] : []))
    const kept = changedSince(others, base, before)
    return kept.length > 0 ? [`Kept changes by others: ${kept.join(', ')}.`] : []
  }
}
