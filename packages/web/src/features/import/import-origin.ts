import type { EntityName } from '@rapport/core/api/operations.ts'
import { matchPath } from 'react-router-dom'
import { RECORD_KINDS } from '#data/record-kinds.ts'

/** Returns the list whose link opened the import (`from`, the state of the link), otherwise the list of `kind`. */
export function importOrigin(from: unknown, kind: EntityName = 'category') {
  const opener = Object.values(RECORD_KINDS).find(
    ({ listPath }) => typeof from === 'string' && matchPath(listPath, from),
  )
  const { listPath: path, plural } = opener ?? RECORD_KINDS[kind]
  return { path, label: `Back to ${plural}` }
}
