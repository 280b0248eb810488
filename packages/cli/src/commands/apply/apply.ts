import type { Row } from '@rapport/core/catalogue/read/row.ts'
import { quote } from 'shlex'
import { confirmAndApply, type ApplyResult, type ConfirmOptions } from '#cli/catalogue/apply-plan.ts'
import { planFromFiles, type CataloguePlan } from '#cli/catalogue/make-plan.ts'
import { type PlanFile, readPlanFile } from '#cli/catalogue/plan-file.ts'
import { invalidRowsError } from '#cli/catalogue/present-plan.ts'
import { recheckPlan } from '#cli/catalogue/recheck-plan.ts'
import { confirmRejects, writeRejects } from '#cli/catalogue/rejects.ts'
import { requireToken } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { catchWriteError } from '#cli/io/replace-file.ts'

export { presentApplied as present } from '#cli/catalogue/present-applied.ts'

export interface ApplyInput {
  /** A saved plan. */
  plan: string | undefined
  /** Catalogue files, or one saved plan. */
  file?: string[]
  kind?: string[]
  dryRun?: boolean
  prune?: boolean
  concurrency: number
  rejects?: string
}

export async function run(input: ApplyInput, deps: Deps): Promise<ApplyResult> {
  const { plan, file: files = [] } = input
  const [file, ...others] = plan === undefined ? files : [plan]
  if (file === undefined) {
    throw new CliError('usage', 'No files and no plan were given.', {
      hint: 'Specify files with -f, or a plan saved by rapport diff --out.',
    })
  }
  requireToken(deps.target)
  if (plan !== undefined && files.length > 0) throw new CliError('usage', 'A saved plan cannot be applied with files.')
  const savedPlan = others.length === 0 ? await readPlanFile(file, deps) : undefined
  if (savedPlan) return applySavedPlan(file, savedPlan, input, deps)
  if (plan === undefined) return applyFiles({ ...input, file: files }, deps)
  throw new CliError('usage', `${plan} is not a plan saved by rapport diff --out.`, {
    hint: `To apply a catalogue, run rapport apply -f ${quote(plan)}`,
  })
}

async function applyFiles(input: ApplyInput & { file: string[] }, deps: Deps): Promise<ApplyResult> {
  const { file, kind, prune = false, concurrency, rejects } = input
  if (rejects !== undefined) await confirmRejects(rejects, file, deps)
  const plan = await planFromFiles({ files: file, kinds: kind, prune, concurrency }, deps)
  const { catalogue, issues } = plan
  const writeRejectedRows = async (rows: Iterable<Row>) =>
    rejects === undefined ? undefined : catchWriteError(() => writeRejects(rejects, [...rows], catalogue.formats))
  if (issues.length > 0) {
    const writeError = await writeRejectedRows(new Set(issues.flatMap(({ row }) => row ?? [])))
    throw invalidRowsError(issues, writeError?.message)
  }
  const hint = 'Review rapport diff --prune first, then pass --yes.'
  const result = await applyPlan(plan, { readsStdin: file.includes('-'), hint }, input, deps)
  const writeError = await writeRejectedRows(result.report?.rejectedItems.flatMap(({ row }) => row ?? []) ?? [])
  return { ...result, writeError: writeError ?? result.writeError }
}

async function applySavedPlan(file: string, savedPlan: PlanFile, input: ApplyInput, deps: Deps): Promise<ApplyResult> {
  if (input.kind || input.prune || input.rejects !== undefined) {
    throw new CliError('usage', `--kind, --prune and --rejects cannot be used with a saved plan.`, {
      hint: `They were decided when rapport diff --out wrote ${file}.`,
    })
  }
  const plan = await recheckPlan(file, savedPlan, input.concurrency, deps)
  return applyPlan(plan, { isReviewed: true, hint: 'Review the plan first, then pass --yes.' }, input, deps)
}

async function applyPlan(
  plan: CataloguePlan,
  options: ConfirmOptions,
  { dryRun, concurrency }: ApplyInput,
  deps: Deps,
): Promise<ApplyResult> {
  const { changes } = plan
  if (dryRun) return { changes, unverifiedImageCount: 0 }
  return confirmAndApply(plan, { concurrency, ...options }, deps)
}
export { bulkFields as fields } from '#cli/output/bulk-document.ts'
