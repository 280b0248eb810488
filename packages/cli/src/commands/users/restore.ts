import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import { announceWrite } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { checkIds } from '#cli/entities/record-ids.ts'
import { listTrash, presentRestored, type RestoreResult, restoreItems } from '#cli/entities/trash.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

export async function run({ ids }: { ids: string[] }, deps: Deps): Promise<RestoreResult> {
  checkIds(ids, userEntity)
  const requestedIds = new Set(ids)
  const { rows } = await listTrash({ entity: 'user' }, deps.client)
  const items = rows.filter(({ record_id }) => requestedIds.has(String(record_id)))
  const absentCount = requestedIds.size - items.length
  if (requestedIds.size === 1 && absentCount === 1) {
    throw new CliError('not_found', `There is no user ${ids[0]} in the trash.`, {
      hint: 'rapport trash list --kind users shows who can be restored.',
      exitCode: EXIT.notFound,
    })
  }
  announceWrite(deps, 'Restoring users')
  const result = await restoreItems(
    items.map(({ id }) => String(id)),
    {},
    deps.client,
  )
  return { ...result, absentCount: absentCount + result.absentCount }
}

export { presentRestored as present }
export { bulkFields as fields } from '#cli/output/bulk-document.ts'
