import { randomUUID } from 'node:crypto'
import { offeredExtensions } from '#cli/api/extensions.ts'
import { restoreCommand } from '#cli/entities/deletion/report.ts'
import { whereOf } from '#cli/io/announce-write.ts'
import { type BulkReport, bulkDocument, interruptedBulk, leftovers, runAgain, runBulk } from '#cli/api/bulk.ts'
import type { Deps } from '#cli/deps.ts'
import { priceChanges } from '@rapport/core/catalogue/plan/price-changes.ts'
import { agreeToPrices } from '#cli/entities/price-change.ts'
import { firstNames, requireConsent } from '#cli/io/consent.ts'
import type { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { writeFailure } from '#cli/io/replace-file.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import type { OpenPlan } from '../plan/open-plan.ts'
import { planDocument, planLines, summaryText } from '../plan/plan-view.ts'
import { type Change, isPending, type PendingChange, phasesOf } from '@rapport/core/catalogue/plan/plan.ts'
import { changePerformer, type Safeguards } from './perform-changes.ts'

export interface Applied {
  /** What restores the deleted records, if the server has a trash. */
  batch?: string | undefined
  changes: Change[]
  /** Left out with --dry-run. */
  report?: BulkReport<PendingChange>
  unverifiedImages: number
  readsStdin: boolean
  /** What could not be written to this machine after the server had been written to. */
  unwritten?: CliError | undefined
}

const SHOWN = 40

interface Agreement {
  /** Whether every write needs a yes, and not only deletions. */
  asksForWrites?: boolean
  readsStdin?: boolean
  /** What to do where nothing can be asked. */
  hint: string
}

/** Makes the changes of a plan after it was agreed to. */
export async function agreeAndApply(
  plan: OpenPlan,
  { concurrency, ...agreement }: Agreement & { concurrency: number },
  deps: Deps,
): Promise<Applied> {
  const extensions = plan.changes.some((change) => change.live && isPending(change))
    ? await offeredExtensions(deps)
    : undefined
  const batch = extensions?.has('trash') ? randomUUID() : undefined
  await agree(plan.changes, { ...agreement, isUndoable: batch !== undefined }, deps)
  const safeguards = { hasVersions: extensions?.has('versions') ?? false, query: batch === undefined ? {} : { batch } }
  const applied = await applyPlan(plan, concurrency, safeguards, deps)
  return { ...applied, batch, readsStdin: agreement.readsStdin ?? false }
}

/** Shows the plan on a terminal, and asks before a price changes a lot and before anything is deleted. */
async function agree(
  changes: readonly Change[],
  { asksForWrites = false, readsStdin = false, isUndoable, hint }: Agreement & { isUndoable: boolean },
  deps: Deps,
): Promise<void> {
  const { terminal, target } = deps
  const where = whereOf(target)
  const deletions = changes.filter(({ action }) => action === 'delete')
  const writes = changes.filter(isPending)
  if (terminal.isTerminal && writes.length > 0) {
    const lines = planLines(changes, false)
    const more = lines.length > SHOWN ? ['  … rapport diff shows the rest'] : []
    terminal.info([...lines.slice(0, SHOWN), ...more, `On ${where}: ${summaryText(changes)}`].join('\n'))
  }
  await agreeToPrices(changes.flatMap(priceChanges), deps, { readsStdin })
  const countOf = ({ length }: readonly Change[]) => (length === 1 ? 'one record' : `${length} records`)
  const answer = { readsStdin, hint, declined: 'Nothing was changed.' }
  if (deletions.length > 0) {
    const typed = String(deletions.length)
    const doing = `Deleting ${countOf(deletions)} on ${where}`
    const lines = [`Delete ${countOf(deletions)} on ${where}:`, ...firstNames(deletions.map(({ key }) => key))]
    if (!isUndoable) lines.push('This cannot be undone.')
    const prompt = `Type ${typed} to delete and apply the rest:`
    await requireConsent({ ...answer, doing, lines, prompt, typed }, deps)
  } else if (asksForWrites && writes.length > 0) {
    const doing = `Changing ${countOf(writes)} on ${where}`
    await requireConsent({ ...answer, doing, lines: [], prompt: `Change ${countOf(writes)} on ${where}?` }, deps)
  }
}

/** One result for each change. */
async function applyPlan(
  { changes, catalogue, locks }: OpenPlan,
  concurrency: number,
  safeguards: Safeguards,
  deps: Deps,
) {
  const { terminal } = deps
  const items = changes.filter(isPending)
  const saver = changePerformer(deps, locks, safeguards)
  const report = await runBulk(
    {
      items,
      phases: phasesOf(items),
      concurrency,
      perform: (change, signal) => saver.perform(change, signal),
      label: 'Applying',
      onResult({ key, action, status, error }) {
        if (!terminal.isTerminal)
          terminal.info(visibleLine(`${status} ${action} ${key}${error ? `: ${error.message}` : ''}`))
      },
    },
    deps,
  )
  let unwritten: CliError | undefined
  for (const folder of new Set(catalogue.rows.map((row) => row.folder))) {
    unwritten = (await writeFailure(() => locks(folder).save())) ?? unwritten
  }
  return { changes, report, unverifiedImages: saver.unverifiedImages, unwritten }
}

/** Why the rest was not tried, in a line of its own: on the rows it would stand again and again. */
function reasonOf({ endedBy }: BulkReport): string[] {
  return endedBy ? [[endedBy.message, endedBy.hint].filter(Boolean).join(' ')] : []
}

export function presentApplied({
  changes,
  report,
  batch,
  unverifiedImages,
  unwritten,
  readsStdin,
}: Applied): Presentation {
  if (!report) return { document: planDocument(changes), info: `Dry run: ${summaryText(changes)}` }
  const { results, exitCode, firstError } = report
  const unchanged = changes.length - results.length
  const summary = { ...report.summary, total: changes.length, unchanged }
  const done = (action: string) =>
    results.filter((one) => one.action === action && (one.status === 'done' || one.status === 'absent')).length
  const parts = [
    `${done('create')} created`,
    `${done('update')} updated`,
    `${done('delete')} deleted`,
    `${unchanged} unchanged`,
  ]
  const left = leftovers(report)
  const images =
    unverifiedImages > 0 ? [`${unverifiedImages} images could not be read back and will be sent again next time.`] : []
  const undo =
    batch !== undefined && done('delete') > 0 ? [`To restore what was deleted, run ${restoreCommand(batch)}`] : []
  const document = bulkDocument({ results, summary })
  if (exitCode === EXIT.interrupted) {
    return {
      document,
      exitCode,
      problem: interruptedBulk({
        parts,
        left,
        more: [...images, ...undo, ...(unwritten ? [unwritten.message] : [])],
        readsStdin,
      }),
    }
  }
  const resume = summary.skipped > 0 ? `: ${runAgain(readsStdin)}` : ''
  const counts = [`${[...parts, ...left].join(', ')}${resume}`, ...images, ...undo]
  const info = counts.join('\n')
  // The results do not include this error.
  if (unwritten) return { document, exitCode: unwritten.exitCode, info, problem: unwritten }
  const nothingDone = exitCode !== EXIT.done && exitCode !== EXIT.partly
  if (!nothingDone) return { document, exitCode, info: [...counts, ...reasonOf(report)].join('\n') }
  // The error of the only record is printed below: a table would repeat it.
  const isToldBelow = results.length === 1
  return { document: { ...document, ...(isToldBelow && { forPeople: () => '' }) }, exitCode, info, problem: firstError }
}
