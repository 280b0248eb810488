import type { Row } from '@rapport/core/catalogue/read/row.ts'
import { confirmAndApply, type ApplyResult } from '#cli/catalogue/apply-plan.ts'
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
  /** Catalogue files, or one saved plan. */
  file: string[]
  kind?: string[]
  dryRun?: boolean
  prune?: boolean
  concurrency: number
  rejects?: string
}

export async function run(input: ApplyInput, deps: Deps): Promise<ApplyResult> {
  const [file, ...others] = input.file
  if (file === undefined) {
    throw new CliError('usage', 'No files and no plan were given.', {
      hint: 'Specify files with -f, or a plan saved by rapport diff --out.',
    })
  }
  requireToken(deps.target)
  const savedPlan = others.length === 0 && file !== '-' ? await readPlanFile(file) : undefined
  return savedPlan ? applySavedPlan(file, savedPlan, input, deps) : applyFiles(input, deps)
}

async function applyFiles(input: ApplyInput, deps: Deps): Promise<ApplyResult> {
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
  const result = await applyPlan(plan, 'Review rapport diff --prune first, then pass --yes.', input, deps)
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
  return applyPlan(plan, 'Review the plan first, then pass --yes.', input, deps)
}

async function applyPlan(
  plan: CataloguePlan,
  hint: string,
  { file, dryRun, concurrency }: ApplyInput,
  deps: Deps,
): Promise<ApplyResult> {
  const { changes } = plan
  if (dryRun) return { changes, unverifiedImageCount: 0 }
  return confirmAndApply(plan, { concurrency, readsStdin: file.includes('-'), hint }, deps)
}
