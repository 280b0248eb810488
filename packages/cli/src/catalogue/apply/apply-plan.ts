import { whereOf } from '#cli/io/announce-write.ts'
import { type BulkReport, bulkDocument, interruptedBulk, leftovers, runAgain, runBulk } from '#cli/api/bulk.ts'
import type { Deps } from '#cli/deps.ts'
import { CATALOGUE } from '#cli/entities/entities.ts'
import { agreeToPrices, type PriceChange } from '#cli/entities/price-change.ts'
import { firstNames, requireConsent } from '#cli/io/consent.ts'
import type { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { writeFailure } from '#cli/io/replace-file.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import type { OpenPlan } from '../plan/open-plan.ts'
import { planDocument, planLines, summaryText } from '../plan/plan-view.ts'
import { type Change, isPending, type PendingChange } from '../plan/plan.ts'
import { changeSaver } from './save-changes.ts'

export interface Applied {
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

/** Shows the plan on a terminal, and asks before a price changes a lot and before anything is deleted. */
export async function agree(
  changes: readonly Change[],
  { asksForWrites = false, readsStdin = false, hint }: Agreement,
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
    const prompt = `Type ${typed} to delete and apply the rest:`
    await requireConsent({ ...answer, doing, lines, prompt, typed }, deps)
  } else if (asksForWrites && writes.length > 0) {
    const doing = `Changing ${countOf(writes)} on ${where}`
    await requireConsent({ ...answer, doing, lines: [], prompt: `Change ${countOf(writes)} on ${where}?` }, deps)
  }
}

function priceChanges({ action, key, differences }: Change): PriceChange[] {
  if (action !== 'update') return []
  return differences.flatMap(({ field, from, to }) => (field === 'price' ? [{ key, from, to }] : []))
}

/** Makes the changes of a plan, one result each. */
export async function applyPlan({ changes, catalogue, locks }: OpenPlan, concurrency: number, deps: Deps) {
  const { terminal } = deps
  const items = changes.filter(isPending)
  const saver = changeSaver(deps, locks)
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

/** Parents before children; deletions last, and children first. What has neither goes with the first. */
function phasesOf(changes: readonly PendingChange[]): PendingChange[][] {
  const parents = new Set(CATALOGUE.map(({ parent }) => parent?.type))
  const of = (isDeletion: boolean, isFirst: (change: PendingChange) => boolean) => {
    const all = changes.filter(({ action }) => (action === 'delete') === isDeletion)
    return [all.filter(isFirst), all.filter((change) => !isFirst(change))]
  }
  return [...of(false, ({ entity }) => !entity.parent), ...of(true, ({ entity }) => !parents.has(entity.type))]
}

/** Why the rest was not tried, in a line of its own: on the rows it would stand again and again. */
function reasonOf({ endedBy }: BulkReport): string[] {
  return endedBy ? [[endedBy.message, endedBy.hint].filter(Boolean).join(' ')] : []
}

export function presentApplied({ changes, report, unverifiedImages, unwritten, readsStdin }: Applied): Presentation {
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
  const document = bulkDocument({ results, summary })
  if (exitCode === EXIT.interrupted) {
    return {
      document,
      exitCode,
      problem: interruptedBulk({
        parts,
        left,
        more: unwritten ? [...images, unwritten.message] : images,
        readsStdin,
      }),
    }
  }
  const resume = summary.skipped > 0 ? `: ${runAgain(readsStdin)}` : ''
  const counts = [`${[...parts, ...left].join(', ')}${resume}`, ...images]
  const info = counts.join('\n')
  // The results do not include this error.
  if (unwritten) return { document, exitCode: unwritten.exitCode, info, problem: unwritten }
  const nothingDone = exitCode !== EXIT.done && exitCode !== EXIT.partly
  if (!nothingDone) return { document, exitCode, info: [...counts, ...reasonOf(report)].join('\n') }
  // The error of the only record is printed below: a table would repeat it.
  const isToldBelow = results.length === 1
  return { document: { ...document, ...(isToldBelow && { forPeople: () => '' }) }, exitCode, info, problem: firstError }
}
