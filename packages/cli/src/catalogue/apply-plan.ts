import { createChangeSaver } from '@rapport/core/catalogue/apply/save-changes.ts'
import {
  type Change,
  isPending,
  type PendingChange,
  groupIntoPhases,
  priceChanges,
} from '@rapport/core/catalogue/plan/plan.ts'
import { ChangeError } from '@rapport/core/client/merge-error.ts'
import type { DeleteQuery } from '@rapport/core/entities/entity.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'
import { type BulkReport, runBulk } from '#cli/api/bulk.ts'
import { formatTarget } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { confirmPriceChanges } from '#cli/entities/confirm-price-changes.ts'
import { openBatch } from '#cli/entities/deletion/deletion.ts'
import { previewNames, requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { catchWriteError } from '#cli/io/replace-file.ts'
import { createImageAccess } from './images/download-image.ts'
import type { CataloguePlan } from './make-plan.ts'
import { planLines, formatSummary } from './present-plan.ts'

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

export interface ConfirmOptions {
  /** Whether to ask for every write, not only for deletions. */
  asksForWrites?: boolean
  readsStdin?: boolean
  /** Whether someone has reviewed the plan. */
  isReviewed?: boolean
  /** The hint if no prompt is possible. */
  hint: string
}

/** Applies a plan after confirmation. */
export async function confirmAndApply(
  plan: CataloguePlan,
  { concurrency, ...options }: ConfirmOptions & { concurrency: number },
  deps: Deps,
): Promise<ApplyResult> {
  const isDeleting = plan.changes.some(({ action }) => action === 'delete')
  const batch = isDeleting ? await openBatch(deps) : undefined
  await confirm(plan.changes, { ...options, isUndoable: batch !== undefined }, deps)
  const result = await applyPlan(plan, concurrency, batch === undefined ? {} : { batch }, deps)
  return { ...result, batch }
}

/** Shows the plan on a terminal. Asks before large price changes and deletions. */
async function confirm(
  changes: readonly Change[],
  {
    asksForWrites = false,
    readsStdin = false,
    isReviewed = false,
    isUndoable,
    hint,
  }: ConfirmOptions & { isUndoable: boolean },
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
  const consent = { readsStdin, hint, declinedMessage: 'Nothing was changed.' }
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

/** Applies the changes one by one. `deleteQuery` names the batch of every deletion. */
async function applyPlan(
  { changes, catalogue, locks }: CataloguePlan,
  concurrency: number,
  deleteQuery: DeleteQuery,
  deps: Deps,
) {
  const items = changes.filter(isPending)
  const { client, debug } = deps
  const saver = createChangeSaver({ client, debug, ...createImageAccess(locks, deps) })
  const report = await runBulk(deps, {
    items,
    phases: groupIntoPhases(items),
    concurrency,
    async perform(change, signal) {
      try {
        if (change.action === 'delete') return await saver.remove(change, deleteQuery, signal)
        await saver.save(change, signal)
        return 'done'
      } catch (error) {
        throw error instanceof ChangeError ? asCliError(error) : error
      }
    },
    label: 'Applying',
  })
  let writeError: CliError | undefined
  for (const folder of new Set(catalogue.rows.map((row) => row.folder))) {
    writeError = (await catchWriteError(() => locks(folder).save())) ?? writeError
  }
  return { changes, report, unverifiedImageCount: saver.unverifiedImageCount, writeError }
}

function asCliError({ code, message }: ChangeError): CliError {
  if (code !== 'changed_meanwhile') return new CliError(code, message, { exitCode: EXIT.failed })
  return new CliError(code, message, {
    hint: 'Run the command again to compare with the current state.',
    exitCode: EXIT.conflict,
  })
}
