import { ApiError } from '@rapport/core/api/api-error.ts'
import { MISSING_TOKEN } from '@rapport/core/text/messages.ts'
import { agreeToRejects, writeRejects } from '#cli/catalogue/apply/rejects.ts'
import { changeSaver } from '#cli/catalogue/apply/save-changes.ts'
import { badRows, openPlan, type OpenPlan } from '#cli/catalogue/plan/open-plan.ts'
import { planDocument, planLines, summaryText } from '#cli/catalogue/plan/plan-view.ts'
import { type Change, isPending, type PendingChange } from '#cli/catalogue/plan/plan.ts'
import type { Row } from '#cli/catalogue/read/row.ts'
import type { Deps } from '#cli/deps.ts'
import { CATALOGUE } from '#cli/entities/entities.ts'
import { agreeToPrices, type PriceChange } from '#cli/entities/price-change.ts'
import { firstNames, requireConsent } from '#cli/io/consent.ts'
import type { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import { type BulkReport, bulkDocument, interruptedBulk, leftovers, runAgain, runBulk } from '#cli/api/bulk.ts'
import { writeFailure } from '#cli/io/replace-file.ts'
import { whereOf } from '#cli/io/announce-write.ts'
export interface ApplyInput {
  file: string[]
  kind?: string[]
  dryRun?: boolean
  prune?: boolean
  concurrency: number
  rejects?: string
}

interface Applied {
  changes: Change[]
  /** Left out with --dry-run. */
  report?: BulkReport<PendingChange>
  unverifiedImages: number
  readsStdin: boolean
  /** What could not be written to this machine after the server had been written to. */
  unwritten?: CliError | undefined
}

const SHOWN = 40

/** Makes the server hold what the files say. */
export async function run(input: ApplyInput, deps: Deps): Promise<Applied> {
  const { file, kind, prune = false, concurrency, rejects } = input
  if (!deps.target.token) throw new ApiError('no_token', MISSING_TOKEN.session, { operation: 'listCategories' })
  if (rejects !== undefined) await agreeToRejects(rejects, file, deps)
  const plan = await openPlan({ files: file, only: kind, prune, concurrency }, deps)
  const { changes, catalogue, mistakes } = plan
  const reject = async (rows: Iterable<Row>) =>
    rejects === undefined ? undefined : writeFailure(() => writeRejects(rejects, [...rows], catalogue.formats))
  if (mistakes.length > 0) {
    const unwritten = await reject(new Set(mistakes.flatMap(({ row }) => row ?? [])))
    throw badRows(mistakes, unwritten?.message)
  }
  const readsStdin = file.includes('-')
  if (input.dryRun) return { changes, unverifiedImages: 0, readsStdin }
  await agree(changes, input, deps)
  const applied = { ...(await applyPlan(plan, concurrency, deps)), readsStdin }
  const unwritten = await reject(applied.report.rejected.flatMap(({ row }) => row ?? []))
  return { ...applied, unwritten: unwritten ?? applied.unwritten }
}

/** Shows the plan on a terminal, and asks before a price changes a lot and before anything is deleted. */
async function agree(changes: readonly Change[], { file }: ApplyInput, deps: Deps): Promise<void> {
  const { terminal, target } = deps
  const where = whereOf(target)
  const deletions = changes.filter(({ action }) => action === 'delete')
  if (terminal.isTerminal && changes.some(({ action }) => action !== 'unchanged')) {
    const lines = planLines(changes, false)
    const more = lines.length > SHOWN ? ['  … rapport diff shows the rest'] : []
    terminal.info([...lines.slice(0, SHOWN), ...more, `On ${where}: ${summaryText(changes)}`].join('\n'))
  }
  await agreeToPrices(changes.flatMap(priceChanges), deps, { readsStdin: file.includes('-') })
  if (deletions.length === 0) return
  const typed = String(deletions.length)
  const what = `${deletions.length === 1 ? 'one record' : `${typed} records`} on ${where}`
  const names = firstNames(deletions.map(({ key }) => key))
  await requireConsent(
    {
      doing: `Deleting ${what}`,
      lines: [`Delete ${what}:`, ...names],
      prompt: `Type ${typed} to delete and apply the rest:`,
      typed,
      readsStdin: file.includes('-'),
      hint: 'Look at rapport diff --prune first, then pass --yes.',
      declined: 'Nothing was changed.',
    },
    deps,
  )
}

function priceChanges({ action, key, differences }: Change): PriceChange[] {
  if (action !== 'update') return []
  return differences.flatMap(({ field, from, to }) => (field === 'price' ? [{ key, from, to }] : []))
}

async function applyPlan({ changes, catalogue, locks }: OpenPlan, concurrency: number, deps: Deps) {
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

export function present({ changes, report, unverifiedImages, unwritten, readsStdin }: Applied): Presentation {
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
