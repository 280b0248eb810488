import { confirmAndApply, type ApplyResult } from '#cli/catalogue/apply-plan.ts'
import { confirmRejects, writeRejects } from '#cli/catalogue/rejects.ts'
import { requireToken } from '#cli/config/target.ts'
import { planFromFiles, type CataloguePlan } from '#cli/catalogue/make-plan.ts'
import { invalidRowsError } from '#cli/catalogue/present-plan.ts'
import { type PlanFile, readPlanFile, recheckPlan } from '#cli/catalogue/plan-file.ts'
import type { Row } from '@rapport/core/catalogue/read/row.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { writeFailure } from '#cli/io/replace-file.ts'

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

/** Applies catalogue files or a saved plan to the server. */
export async function run(input: ApplyInput, deps: Deps): Promise<ApplyResult> {
  const [file, ...others] = input.file
  if (file === undefined) {
    throw new CliError('usage', 'No files and no plan were given.', {
      hint: 'Specify files with -f, or a plan saved by rapport diff --out.',
    })
  }
  requireToken(deps.target)
  const stored = others.length === 0 && file !== '-' ? await readPlanFile(file) : undefined
  return stored ? applyStored(file, stored, input, deps) : applyFiles(input, deps)
}

async function applyFiles(input: ApplyInput, deps: Deps): Promise<ApplyResult> {
  const { file, kind, prune = false, concurrency, rejects } = input
  if (rejects !== undefined) await confirmRejects(rejects, file, deps)
  const plan = await planFromFiles({ files: file, kinds: kind, prune, concurrency }, deps)
  const { catalogue, issues } = plan
  const reject = async (rows: Iterable<Row>) =>
    rejects === undefined ? undefined : writeFailure(() => writeRejects(rejects, [...rows], catalogue.formats))
  if (issues.length > 0) {
    const unwritten = await reject(new Set(issues.flatMap(({ row }) => row ?? [])))
    throw invalidRowsError(issues, unwritten?.message)
  }
  const applied = await applyOpened(plan, 'Review rapport diff --prune first, then pass --yes.', input, deps)
  const unwritten = await reject(applied.report?.rejected.flatMap(({ row }) => row ?? []) ?? [])
  return { ...applied, unwritten: unwritten ?? applied.unwritten }
}

async function applyStored(file: string, stored: PlanFile, input: ApplyInput, deps: Deps): Promise<ApplyResult> {
  if (input.kind || input.prune || input.rejects !== undefined) {
    throw new CliError('usage', `--kind, --prune and --rejects cannot be used with a saved plan.`, {
      hint: `They were decided when rapport diff --out wrote ${file}.`,
    })
  }
  const plan = await recheckPlan(file, stored, input.concurrency, deps)
  return applyOpened(plan, 'Review the plan first, then pass --yes.', input, deps)
}

async function applyOpened(
  plan: CataloguePlan,
  hint: string,
  { file, dryRun, concurrency }: ApplyInput,
  deps: Deps,
): Promise<ApplyResult> {
  const { changes } = plan
  const readsStdin = file.includes('-')
  if (dryRun) return { changes, unverifiedImages: 0, readsStdin }
  return confirmAndApply(plan, { concurrency, readsStdin, hint }, deps)
}
