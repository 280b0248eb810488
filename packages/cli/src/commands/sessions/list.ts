import { listRecords } from '@rapport/core/client/records.ts'
import type { Deps } from '#cli/deps.ts'
import { presentList } from '#cli/entities/record-presentation.ts'
import type { Presentation } from '#cli/output/document.ts'
import { type Session, sessionEntity } from './sessions.ts'

/** Lists the admin's sessions, last used first. */
export async function run(_input: object, deps: Deps): Promise<Session[]> {
  return listRecords(deps.client, sessionEntity)
}

export function present(rows: Session[]): Presentation {
  return presentList(sessionEntity, { rows, emptyMessage: sessionEntity.emptyMessages.noRecords })
}
