import type { EntityName } from '@rapport/core/api/operations.ts'
import { matchPath } from 'react-router-dom'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { paths } from '#platform/paths.ts'

/** Lists with an import link. */
const LISTS = [
  { path: paths.categories, label: 'Back to Categories' },
  { path: paths.positions, label: 'Back to Positions' },
  { path: paths.subscription, label: 'Back to Subscription Plans' },
] as const

/** Returns the list whose link opened the import (`from`, the state of the link), otherwise the list of `kind`. */
export function importOrigin(from: unknown, kind?: EntityName) {
  return (
    LISTS.find(({ path }) => typeof from === 'string' && matchPath(path, from)) ??
    LISTS.find(({ path }) => kind && path === RECORD_KINDS[kind].listPath) ??
    LISTS[0]
  )
}
