import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { priceChanges } from '@rapport/core/catalogue/plan/plan.ts'
import { readSources } from '@rapport/core/catalogue/read/read-sources.ts'
import { imageField, issueAt } from '@rapport/core/catalogue/read/row.ts'
import { describeLargePriceChanges, isLargePriceChange } from '@rapport/core/entities/products/price-change.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { CONCURRENCY } from '#cli/api/concurrency.ts'
import { confirmAndApply, presentApplied } from '#cli/catalogue/apply-plan.ts'
import { imagesOfFiles } from '#cli/catalogue/images/image-sources.ts'
import { planFromCatalogue } from '#cli/catalogue/make-plan.ts'
import { formatPlan, type PlanFile, planFile } from '#cli/catalogue/plan-file.ts'
import { invalidRowsError, planDocument } from '#cli/catalogue/present-plan.ts'
import { recheckPlan } from '#cli/catalogue/recheck-plan.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

/** The plans of this run that were not applied, by id. */
export type Plans = Map<string, PlanFile>

const NAME = 'changes.json'
const PLAN_AGAIN_HINT = 'Call plan_changes again.'

/** Plans changes and remembers them as a plan file has them. Deletes nothing. Throws `CliError` for invalid records. */
export async function planChanges(records: object, plans: Plans, deps: Deps): Promise<object> {
  const catalogue = await readSources([{ name: NAME, folder: '.', text: JSON.stringify(records) }], undefined)
  const folder = await realpath('.')
  for (const row of catalogue.rows) {
    const field = imageField(row.entity) ?? ''
    const given = valueText(row.values[field])
    // What the system will open: after a link to a folder, `..` is not the folder that has the link.
    const image = isAbsolute(given) ? given : resolve(given)
    const path = relative(folder, await realpath(image).catch(() => image))
    if (path.startsWith('..') || isAbsolute(path)) {
      const message = `${field}: The image must be in the folder that rapport mcp was started in. To keep it, leave it out.`
      catalogue.issues.push(issueAt(row, field, message))
    }
  }
  const plan = await planFromCatalogue(catalogue, imagesOfFiles(deps), { prune: false, concurrency: CONCURRENCY }, deps)
  if (plan.issues.length > 0) throw invalidRowsError(plan.issues)
  const id = randomUUID()
  const origin = { api: deps.target.apiUrl, prune: false, folder: '.' }
  plans.set(id, planFile.parse(JSON.parse(formatPlan(plan, origin))))
  const { rows, summary } = planDocument(plan.changes)
  const largeCount = plan.changes.flatMap(priceChanges).filter(isLargePriceChange).length
  return { plan: id, changes: rows, summary, ...(largeCount > 0 && { warning: describeLargePriceChanges(largeCount) }) }
}

/** Applies a plan once. Throws `CliError` for an unknown plan, and for one that no longer matches the server. */
export async function applyPlan(id: string, plans: Plans, deps: Deps): Promise<object> {
  const saved = plans.get(id)
  if (!saved) {
    const message = `There is no plan ${JSON.stringify(id)} in this run, or it was applied.`
    throw new CliError('not_found', message, { hint: PLAN_AGAIN_HINT })
  }
  plans.delete(id)
  const plan = await recheckPlan(NAME, saved, CONCURRENCY, deps).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error
    const { code, message, issues, exitCode } = error
    throw new CliError(code, message, { ...(issues && { issues }), exitCode, hint: PLAN_AGAIN_HINT })
  })
  const options = { concurrency: CONCURRENCY, isReviewed: true, hint: PLAN_AGAIN_HINT }
  const result = presentApplied(await confirmAndApply(plan, options, deps))
  const { document, info = '', problem, exitCode } = result
  const failure = exitCode === EXIT.partial ? new CliError('partial', info, { exitCode }) : problem
  const error = failure === undefined ? {} : { error: deps.describe(failure).report }
  return { results: document?.rows, summary: document?.summary, info, ...error }
}
