import type { Deps } from '#cli/deps.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { openPlan } from '#cli/lib/catalogue/open-plan.ts'
import type { Change } from '#cli/lib/catalogue/plan.ts'
import { planDocument, summaryText } from '#cli/lib/catalogue/plan-view.ts'
import type { Kind } from '#cli/lib/catalogue/row.ts'

export interface DiffInput {
  file: string[]
  kind?: Kind[]
  prune?: boolean
  detailedExitcode?: boolean
}

interface Diff {
  changes: Change[]
  isDetailed: boolean
}

const CONCURRENCY = 8

/** What `apply` would do. */
export async function run(
  { file, kind, prune = false, detailedExitcode = false }: DiffInput,
  deps: Deps,
): Promise<Diff> {
  const { changes } = await openPlan({ files: file, only: kind, prune, concurrency: CONCURRENCY }, deps)
  return { changes, isDetailed: detailedExitcode }
}

export function present({ changes, isDetailed }: Diff): Presentation {
  const differs = changes.some(({ action }) => action !== 'unchanged')
  return {
    document: planDocument(changes),
    talk: summaryText(changes),
    exitCode: isDetailed && differs ? EXIT.differences : EXIT.done,
  }
}
