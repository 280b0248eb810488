import { matchPath } from 'react-router-dom'
import { paths } from '#platform/paths.ts'

/** Lists with an import link. */
const LISTS = [
  { path: paths.categories, label: 'Back to Categories' },
  { path: paths.positions, label: 'Back to Positions' },
  { path: paths.subscription, label: 'Back to Subscription Plans' },
] as const

/** Returns the list that the import was opened from, by the state that its link passes. */
export function importOrigin(from: unknown) {
  return LISTS.find(({ path }) => typeof from === 'string' && matchPath(path, from)) ?? LISTS[0]
}
