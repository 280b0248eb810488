import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Catalogue } from '@rapport/core/catalogue/read/read-sources.ts'
import { imageField, type Row } from '@rapport/core/catalogue/read/row.ts'
import { quote } from 'shlex'
import { confirmAndApply, type ApplyResult } from '#cli/catalogue/apply-plan.ts'
import { planFromFiles } from '#cli/catalogue/make-plan.ts'
import { type PlanFile, readPlanFile } from '#cli/catalogue/plan-file.ts'
import { invalidRowsError } from '#cli/catalogue/present-plan.ts'
import { recheckPlan } from '#cli/catalogue/recheck-plan.ts'
import { requireToken } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { replaceFile, assertWritable, catchWriteError } from '#cli/io/replace-file.ts'

export { presentApplied as present } from '#cli/catalogue/apply-plan.ts'

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
  const result = await confirmAndApply(plan, { ...input, readsStdin: file.includes('-'), hint }, deps)
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
  const hint = 'Review the plan first, then pass --yes.'
  return confirmAndApply(plan, { ...input, isReviewed: true, hint }, deps)
}

export { bulkFields as fields } from '#cli/output/bulk-document.ts'

/** Refuses to overwrite an input, and asks before it replaces any other file. Called before any request. Throws `CliError`. */
async function confirmRejects(file: string, inputs: readonly string[], deps: Deps): Promise<void> {
  await assertWritable(file)
  const input = inputs.find((name) => name !== '-' && resolve(name) === resolve(file))
  if (input !== undefined) {
    throw new CliError('usage', `--rejects would overwrite ${input}, which is an input.`, {
      hint: 'Use another file for the rejected rows.',
    })
  }
  // Pipes and devices have no content to lose.
  const stats = await stat(file).catch(() => undefined)
  if (!stats?.isFile()) return
  await requireConsent(deps, {
    action: `Replacing ${file}`,
    lines: [`${file} already exists.`],
    prompt: 'Replace it if rows are rejected?',
    readsStdin: inputs.includes('-'),
    hint: 'Use a file that does not exist, or pass --yes. It is replaced only if rows are rejected.',
  })
}

/** Writes rows as they are in their files, to be fixed and applied again. Without rows, writes no file. */
async function writeRejects(file: string, rows: readonly Row[], formats: Catalogue['formats']) {
  const { writeRows } = await import('@rapport/core/catalogue/write-catalogue.ts')
  const comment = 'Rejected by rapport apply. Correct these rows and apply this file.'
  const output = writeRows(rows, formats, { comment, toWrittenFields: (row) => fieldsRelativeTo(dirname(file), row) })
  if (output) await replaceFile(file, output.text)
}

/** Returns the fields of a row with its image path relative to another folder. */
function fieldsRelativeTo(newFolder: string, { entity, written, folder }: Row): Readonly<Record<string, unknown>> {
  const field = imageField(entity) ?? ''
  const path = written[field]
  if (typeof path !== 'string' || path.trim() === '' || isAbsolute(path) || URL.canParse(path)) return written
  return { ...written, [field]: relative(newFolder, join(folder, path)).split(sep).join('/') }
}
