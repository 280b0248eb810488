import { createChangeSaver } from '@rapport/core/catalogue/apply/save-changes.ts'
import {
  type Change,
  isPending,
  type PendingChange,
  groupIntoPhases,
  priceChanges,
} from '@rapport/core/catalogue/plan/plan.ts'
import { ChangeError } from '@rapport/core/client/merge-error.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'
import { type BulkReport, runBulk } from '#cli/api/bulk.ts'
import { formatTarget } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { confirmPriceChanges } from '#cli/entities/confirm-price-changes.ts'
import { openBatch } from '#cli/entities/deletion/deletion.ts'
import { presentBulk, restoreCommand } from '#cli/entities/deletion/present-deletion.ts'
import { previewNames, requireConsent } from '#cli/io/consent.ts'
import { withStatus, CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { catchWriteError } from '#cli/io/replace-file.ts'
import type { Presentation } from '#cli/output/document.ts'
import { createImageAccess } from './images/download-image.ts'
import type { CataloguePlan } from './make-plan.ts'
import { planDocument, formatSummary, planLines } from './present-plan.ts'

export interface ApplyResult {
  /** Restores the deleted records, if the server has a trash. */
  batch?: string | undefined
  changes: Change[]
  /** The results; undefined with --dry-run. */
  report?: BulkReport<PendingChange>
  unverifiedImageCount: number
  /** The error of a local file that could not be written after the server was changed. */
  writeError?: CliError | undefined
}

const MAX_LINES_SHOWN = 40

interface ApplyOptions {
  concurrency: number
  /** Whether to change nothing. */
  dryRun?: boolean
  /** Whether to ask for every write, not only for deletions. */
  asksForWrites?: boolean
  readsStdin?: boolean
  /** Whether someone has reviewed the plan. */
  isReviewed?: boolean
  /** The hint if no prompt is possible. */
  hint: string
}

/** Applies a plan after confirmation, its changes one by one. */
export async function confirmAndApply(
  { changes, catalogue, locks }: CataloguePlan,
  { concurrency, dryRun = false, ...options }: ApplyOptions,
  deps: Deps,
): Promise<ApplyResult> {
  if (dryRun) return { changes, unverifiedImageCount: 0 }
  const batch = changes.some(({ action }) => action === 'delete') ? await openBatch(deps) : undefined
  await confirm(changes, options, batch !== undefined, deps)
  const items = changes.filter(isPending)
  const saver = createChangeSaver(deps.client, createImageAccess(locks, deps), deps.debug)
  const report = await runBulk(deps, {
    items,
    phases: groupIntoPhases(items),
    concurrency,
    async perform(change, signal) {
      try {
        if (change.action === 'delete') return await saver.remove(change, batch === undefined ? {} : { batch }, signal)
        await saver.save(change, signal)
        return 'done'
      } catch (error) {
        if (!(error instanceof ChangeError)) throw error
        const hint = 'Run the command again to compare with the current state.'
        const isConflict = error.code === 'changed_meanwhile'
        throw new CliError(error.code, error.message, isConflict ? { hint } : { exitCode: EXIT.failed })
      }
    },
    label: 'Applying',
  })
  let writeError: CliError | undefined
  for (const folder of new Set(catalogue.rows.map((row) => row.folder))) {
    writeError = (await catchWriteError(() => locks(folder).save())) ?? writeError
  }
  return { batch, changes, report, unverifiedImageCount: saver.unverifiedImageCount, writeError }
}

/** Shows the plan on a terminal. Asks before large price changes and deletions. */
async function confirm(
  changes: readonly Change[],
  { asksForWrites = false, readsStdin = false, isReviewed = false, hint }: Omit<ApplyOptions, 'concurrency'>,
  isUndoable: boolean,
  deps: Deps,
): Promise<void> {
  const { terminal, target } = deps
  const apiName = formatTarget(target)
  const deletions = changes.filter(({ action }) => action === 'delete')
  const writes = changes.filter(isPending)
  const planned = planLines(changes, false)
  if (terminal.isTerminal && writes.length > 0) {
    const more = planned.length > MAX_LINES_SHOWN ? ['  … rapport diff shows the rest'] : []
    terminal.info(
      [...planned.slice(0, MAX_LINES_SHOWN), ...more, `On ${apiName}: ${formatSummary(changes)}`].join('\n'),
    )
  }
  await confirmPriceChanges(changes.flatMap(priceChanges), deps, { readsStdin, isReviewed })
  const formatRecordCount = ({ length }: readonly Change[]) => pluralize(length, 'record')
  const consent = { readsStdin, hint }
  if (deletions.length > 0) {
    const expectedAnswer = String(deletions.length)
    const action = `Deleting ${formatRecordCount(deletions)} on ${apiName}`
    const isInPlan = !deps.flags.quiet && planned.length <= MAX_LINES_SHOWN
    const names = isInPlan ? [] : previewNames(deletions.map(({ key }) => key))
    const lines = names.length > 0 ? [`Delete ${formatRecordCount(deletions)} on ${apiName}:`, ...names] : []
    if (!isUndoable) lines.push('This cannot be undone.')
    const prompt = `Type ${expectedAnswer} to delete and apply the rest:`
    await requireConsent(deps, { ...consent, action, lines, prompt, expectedAnswer })
  } else if (asksForWrites && writes.length > 0) {
    const writesText = `${formatRecordCount(writes)} on ${apiName}`
    const [action, prompt] = [`Changing ${writesText}`, `Change ${writesText}?`]
    await requireConsent(deps, { ...consent, action, lines: [], prompt })
  }
}

export function presentApplied({
  changes,
  report,
  batch,
  unverifiedImageCount,
  writeError,
}: ApplyResult): Presentation {
  if (!report) return { document: planDocument(changes), info: `Dry run: ${formatSummary(changes)}` }
  const { results, exitCode, endedBy } = report
  const unchanged = changes.length - results.length
  const summary = { ...report.summary, total: changes.length, unchanged }
  const countDone = (action: string) =>
    results.filter((result) => result.action === action && (result.status === 'done' || result.status === 'absent'))
      .length
  const doneTexts = [
    `${countDone('create')} created`,
    `${countDone('update')} updated`,
    `${countDone('delete')} deleted`,
    `${unchanged} unchanged`,
  ]
  const isInterrupted = exitCode === EXIT.interrupted
  const presentation = presentBulk({ ...report, summary }, doneTexts, [
    ...(unverifiedImageCount > 0
      ? [`${unverifiedImageCount} images could not be read back and will be sent again next time.`]
      : []),
    ...(batch !== undefined && countDone('delete') > 0
      ? [`To restore what was deleted, run ${restoreCommand(batch)}`]
      : []),
    ...(isInterrupted && writeError ? [writeError.message] : []),
    // Printed once, since repeating it per row would hide the rest.
    ...(exitCode === EXIT.partial && !writeError && endedBy
      ? [[withStatus(endedBy), endedBy.hint].filter(Boolean).join(' ')]
      : []),
  ])
  if (!writeError || isInterrupted) return presentation
  // The results do not contain this error.
  return { ...presentation, exitCode: writeError.exitCode, problem: writeError }
}
