import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { quote } from 'shlex'
import { CONCURRENCY } from '#cli/api/concurrency.ts'
import { planFromFiles, type CataloguePlan, planFromProfile } from '#cli/catalogue/make-plan.ts'
import { formatPlan, readPlanFile } from '#cli/catalogue/plan-file.ts'
import { invalidRowsError, githubAnnotations, planDocument, formatSummary } from '#cli/catalogue/present-plan.ts'
import { openSource } from '#cli/catalogue/source-profile.ts'
import type { Deps } from '#cli/deps.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { replaceFile, assertWritable } from '#cli/io/replace-file.ts'
import type { Presentation } from '#cli/output/document.ts'

export { bulkFields as fields } from '#cli/output/bulk-document.ts'

export interface DiffInput {
  file?: string[]
  from?: string
  to?: string
  kind?: string[]
  prune?: boolean
  out?: string
  annotations?: string
  detailedExitcode?: boolean
}

interface DiffResult {
  plan: CataloguePlan
  isDetailed: boolean
  annotates: boolean
  out: string | undefined
  to: string | undefined
}

/** Shows what `apply` would do with files, or `promote` with another profile. */
export async function run(input: DiffInput, deps: Deps): Promise<DiffResult> {
  const { out, prune = false } = input
  if (out !== undefined) await confirmReplace(out, input.file?.includes('-') ?? false, deps)
  const plan = await makePlan(input, deps)
  if (out !== undefined && plan.issues.length === 0) {
    await replaceFile(out, formatPlan(plan, { api: deps.target.apiUrl, from: input.from, prune, folder: dirname(out) }))
  }
  return {
    plan,
    isDetailed: input.detailedExitcode ?? false,
    annotates: input.annotations !== undefined,
    out,
    to: input.to,
  }
}

function makePlan({ file, from, kind, prune = false }: DiffInput, deps: Deps): Promise<CataloguePlan> {
  const options = { prune, concurrency: CONCURRENCY }
  if (from !== undefined) return planFromProfile(openSource(from, deps), { kinds: kind, ...options }, deps)
  if (file) return planFromFiles({ files: file, kinds: kind, ...options }, deps)
  throw new CliError('usage', 'No files and no profiles were given.', {
    hint: 'Specify files with -f, or two profiles with --from and --to.',
  })
}

/** An older plan is replaced without asking, another file only with consent. */
async function confirmReplace(file: string, readsStdin: boolean, deps: Deps): Promise<void> {
  await assertWritable(file)
  // Pipes and devices have no content to lose.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile() || (await readPlanFile(file, deps))) return
  await requireConsent(deps, {
    action: `Replacing ${file}`,
    lines: [`${file} already exists and is not a plan.`],
    prompt: 'Replace it?',
    readsStdin,
    hint: 'Use another file, or pass --yes.',
    declinedMessage: 'Nothing was written.',
  })
}

export function present({ plan: { changes, issues }, isDetailed, annotates, out, to }: DiffResult): Presentation {
  const annotations = annotates ? [githubAnnotations(changes, issues)].filter(Boolean) : []
  if (issues.length > 0) return { info: annotations.join('\n'), problem: invalidRowsError(issues) }
  const hasDifferences = changes.some(({ action }) => action !== 'unchanged')
  const outMessages =
    out === undefined
      ? []
      : [
          `Wrote the plan to ${out}. Apply it with rapport apply ${quote(out)}${to === undefined ? '' : ` --profile ${to}`}`,
        ]
  return {
    document: planDocument(changes),
    info: [...annotations, formatSummary(changes), ...outMessages].join('\n'),
    exitCode: isDetailed && hasDifferences ? EXIT.differences : EXIT.done,
  }
}
