import type { Deps } from '#cli/deps.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import type { Presentation } from '#cli/output/document.ts'

interface PathResult {
  path: string
}

export async function run(_input: object, { profiles }: Deps): Promise<PathResult> {
  return { path: profiles.path }
}

export function present(result: PathResult): Presentation {
  const table = () => `${visibleLine(result.path)}\n`
  return { document: { shape: 'record', rows: [result], fields: ['path'], table } }
}
