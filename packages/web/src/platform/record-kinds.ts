import type { Entity } from '@rapport/core/api/operations.ts'
import { CreditCard, Layers, Sparkles, UserRound, type LucideIcon } from 'lucide-react'
import { paths } from './paths.ts'

interface RecordKind<Path = string> {
  /** As trash and history name it. */
  label: string
  icon: LucideIcon
  path: Path
  /** The address that opens the record with this id. */
  recordPath: (id: string | number) => string
}

/** How the console shows each kind of record, wherever several kinds stand together. */
export const RECORD_KINDS = {
  user: {
    label: 'User',
    icon: UserRound,
    path: paths.users,
    recordPath: (id) => `${paths.users}?range=all&search=${encodeURIComponent(id)}&user=${encodeURIComponent(id)}`,
  },
  category: kind('Category', Layers, paths.categories),
  position: kind('Position', Sparkles, paths.positions),
  product: kind('Subscription', CreditCard, paths.subscription),
} satisfies Record<Entity, RecordKind>

function kind<Path extends string>(label: string, icon: LucideIcon, path: Path): RecordKind<Path> {
  return { label, icon, path, recordPath: (id) => `${path}?edit=${encodeURIComponent(id)}` }
}
