import type { Deps } from '#cli/deps.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { badRows, openPlan } from '#cli/catalogue/plan/open-plan.ts'
import type { Change } from '#cli/catalogue/plan/plan.ts'
import { planDocument, summaryText } from '#cli/catalogue/plan/plan-view.ts'
import { CONCURRENCY } from '#cli/api/bulk.ts'

export interface DiffInput {
  file: string[]
  kind?: string[]
  prune?: boolean
  detailedExitcode?: boolean
}

interface Diff {
  changes: Change[]
  isDetailed: boolean
}

/** What `apply` would do. */
export async function run(
  { file, kind, prune = false, detailedExitcode = false }: DiffInput,
  deps: Deps,
): Promise<Diff> {
  const { changes, mistakes } = await openPlan({ files: file, only: kind, prune, concurrency: CONCURRENCY }, deps)
  if (mistakes.length > 0) throw badRows(mistakes)
  return { changes, isDetailed: detailedExitcode }
}

export function present({ changes, isDetailed }: Diff): Presentation {
  const differs = changes.some(({ action }) => action !== 'unchanged')
  return {
    document: planDocument(changes),
    info: summaryText(changes),
    exitCode: isDetailed && differs ? EXIT.differences : EXIT.done,
  }
}
