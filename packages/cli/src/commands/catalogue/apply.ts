import { ApiError } from '@rapport/core/api/api-error.ts'
import { MISSING_TOKEN } from '@rapport/core/messages.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import { bulkDocument, interruptedBulk, leftovers, runAgain } from '#cli/lib/bulk.ts'
import { writeFailure } from '#cli/lib/replace-file.ts'
import { graceSignal } from '#cli/lib/grace-signal.ts'
import { whereOf } from '#cli/lib/announce-write.ts'
import { openPlan, type OpenPlan } from '#cli/lib/catalogue/open-plan.ts'
import type { Change } from '#cli/lib/catalogue/plan.ts'
import { planDocument, planLines, summaryOf, summaryText } from '#cli/lib/catalogue/plan-view.ts'
import type { Catalogue } from '#cli/lib/catalogue/read-files.ts'
import type { Kind, Row, WrittenRow } from '#cli/lib/catalogue/row.ts'
import { runChanges, type RunReport } from '#cli/lib/catalogue/run-changes.ts'
import { changeSaver } from '#cli/lib/catalogue/save-changes.ts'
import { agreeToRejects } from '#cli/lib/catalogue/rejects-file.ts'
import { writeRejects } from '#cli/lib/catalogue/write-rejects.ts'

export interface ApplyInput {
  file: string[]
  kind?: Kind[]
  dryRun?: boolean
  prune?: boolean
  concurrency: number
  rejects?: string
}

interface Applied {
  changes: Change[]
  /** Left out where nothing was to be done but to tell. */
  report?: RunReport
  unlearned: number
  readsStdin: boolean
  /** What could not be written to this machine after the server had been written to. */
  unwritten?: CliError | undefined
}

const SHOWN = 40
const NAMES_SHOWN = 5
const GRACE_MS = 5000

/** Makes the server hold what the files say. */
export async function run(input: ApplyInput, deps: Deps): Promise<Applied> {
  const { file, kind, prune = false, concurrency, rejects } = input
  if (!deps.target.token) throw new ApiError('no_token', MISSING_TOKEN.session, { operation: 'listCategories' })
  if (rejects !== undefined) await agreeToRejects(rejects, file, deps)
  const plan = await openPlan({ files: file, only: kind, prune, concurrency }, deps, async (rows, read) =>
    rejects === undefined ? undefined : rejectMistaken(rejects, rows, read),
  )
  const { changes, catalogue } = plan
  const readsStdin = file.includes('-')
  if (input.dryRun) return { changes, unlearned: 0, readsStdin }
  await agree(changes, input, deps)
  const applied = { ...(await applyPlan(plan, concurrency, deps)), readsStdin }
  if (rejects === undefined) return applied
  const rows = applied.report.rejected.flatMap(({ row }): Row[] => (row ? [row] : []))
  const unwritten = await writeFailure(() => writeRejects(rejects, rows, catalogue))
  return { ...applied, unwritten: unwritten ?? applied.unwritten }
}

/** Writes the rows with mistakes; resolves with what has to be said of those that could not be written. */
async function rejectMistaken(file: string, rows: readonly WrittenRow[], catalogue: Catalogue) {
  let left: WrittenRow[] = []
  const unwritten = await writeFailure(async () => {
    left = await writeRejects(file, rows, catalogue)
  })
  if (unwritten) return unwritten.message
  const partly = new Set([...catalogue.broken, ...left.map(({ place }) => place.file)])
  return partly.size === 0
    ? undefined
    : `${file} has not all of ${[...partly].join(', ')}: what cannot be told apart into rows was not written.`
}

/** Shows what will be done where a person looks on, and asks before anything is deleted. */
async function agree(changes: readonly Change[], { file }: ApplyInput, deps: Deps): Promise<void> {
  const { terminal, target, flags } = deps
  const where = whereOf(target)
  const deletions = changes.filter(({ action }) => action === 'delete')
  if (terminal.isTerminal && changes.some(({ action }) => action !== 'unchanged')) {
    const lines = planLines(changes, false)
    const more = lines.length > SHOWN ? ['  … rapport diff shows the rest'] : []
    terminal.talk([...lines.slice(0, SHOWN), ...more, `On ${where}: ${summaryText(changes)}`].join('\n'))
  }
  if (deletions.length === 0 || flags.yes) return
  const count = deletions.length === 1 ? 'one record' : `${deletions.length} records`
  if (!terminal.canAsk || file.includes('-')) {
    throw new CliError('confirmation_needed', `Deleting ${count} on ${where} needs --yes: there is nobody to ask.`, {
      hint: 'Look at rapport diff --prune first, then say --yes.',
    })
  }
  const names = deletions.slice(0, NAMES_SHOWN).map(({ key }) => `  ${key}`)
  const more = deletions.length > names.length ? [`  and ${deletions.length - names.length} more`] : []
  const typed = String(deletions.length)
  const lines = [`Delete ${count} on ${where}:`, ...names, ...more]
  if (await terminal.confirm({ lines, prompt: `Type ${typed} to delete and apply the rest:`, typed })) return
  throw new CliError('declined', 'Nothing was changed.', { exitCode: EXIT.failed })
}

async function applyPlan({ changes, catalogue, locks }: OpenPlan, concurrency: number, deps: Deps) {
  const { terminal } = deps
  const { total, unchanged } = summaryOf(changes)
  const grace = graceSignal(deps.signal, GRACE_MS)
  const saver = changeSaver({ deps, signal: grace.signal, locks, kinds: catalogue.kinds })
  const progress = await terminal.progress(total - unchanged, 'Applying')
  let report: RunReport
  try {
    report = await runChanges({
      changes,
      concurrency,
      perform: (change) => saver.perform(change),
      describe: deps.describe,
      signal: deps.signal,
      onResult({ key, action, status, error }, finished, failed) {
        progress.update(finished, failed)
        if (!terminal.isTerminal)
          terminal.talk(visibleLine(`${status} ${action} ${key}${error ? `: ${error.message}` : ''}`))
      },
    })
  } finally {
    progress.stop()
    grace.end()
  }
  let unwritten: CliError | undefined
  for (const folder of new Set(catalogue.rows.map((row) => row.folder))) {
    unwritten = (await writeFailure(() => locks(folder).tidy())) ?? unwritten
  }
  return { changes, report, unlearned: saver.unlearned, unwritten }
}

/** Why the rest was not tried, in a line of its own: on the rows it would stand again and again. */
function reasonOf({ endedBy }: RunReport): string[] {
  return endedBy ? [[endedBy.message, endedBy.hint].filter(Boolean).join(' ')] : []
}

export function present({ changes, report, unlearned, unwritten, readsStdin }: Applied): Presentation {
  if (!report) return { document: planDocument(changes), talk: `Dry run: ${summaryText(changes)}` }
  const { results, summary, exitCode, firstError } = report
  const done = (action: string) =>
    results.filter((one) => one.action === action && (one.status === 'done' || one.status === 'absent')).length
  const parts = [
    `${done('create')} created`,
    `${done('update')} updated`,
    `${done('delete')} deleted`,
    `${summary.unchanged} unchanged`,
  ]
  const left = leftovers(report)
  const images = unlearned > 0 ? [`${unlearned} images could not be read back and will be sent again next time.`] : []
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
  const talk = counts.join('\n')
  // What the server refused is among the results; of this nothing else tells.
  if (unwritten) return { document, exitCode: unwritten.exitCode, talk, problem: unwritten }
  const nothingDone = exitCode !== EXIT.done && exitCode !== EXIT.partly
  if (!nothingDone) return { document, exitCode, talk: [...counts, ...reasonOf(report)].join('\n') }
  // The one error of the one record is told below: a table for people would only say it twice.
  const isToldBelow = results.length === 1
  return { document: { ...document, ...(isToldBelow && { forPeople: () => '' }) }, exitCode, talk, problem: firstError }
}
