import { CONCURRENCY } from '#cli/api/concurrency.ts'
import { confirmAndApply, type ApplyResult } from '#cli/catalogue/apply-plan.ts'
import { planFromProfile } from '#cli/catalogue/make-plan.ts'
import { invalidRowsError } from '#cli/catalogue/present-plan.ts'
import { openSource } from '#cli/catalogue/source-profile.ts'
import { formatTarget, requireToken } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { requireYesOrTerminal } from '#cli/io/consent.ts'

export { presentApplied as present } from '#cli/catalogue/apply-plan.ts'

export interface PromoteInput {
  from: string
  kind?: string[]
  prune?: boolean
}

const REVIEW_HINT = 'Review the plan with rapport diff --from … --to …, then pass --yes.'

export async function run({ from, kind, prune = false }: PromoteInput, deps: Deps): Promise<ApplyResult> {
  const source = openSource(from, deps)
  requireToken(deps.target)
  requireYesOrTerminal(deps, { action: `Promoting to ${formatTarget(deps.target)}`, hint: REVIEW_HINT })
  const plan = await planFromProfile(source, { kinds: kind, prune, concurrency: CONCURRENCY }, deps)
  if (plan.issues.length > 0) throw invalidRowsError(plan.issues)
  return confirmAndApply(plan, { concurrency: CONCURRENCY, asksForWrites: true, hint: REVIEW_HINT }, deps)
}
export { bulkFields as fields } from '#cli/output/bulk-document.ts'
