import type { EntityName } from '@rapport/core/api/operations.ts'
import { CreditCard, Layers, Sparkles, UserRound, type LucideIcon } from 'lucide-react'
import { paths } from './paths.ts'

interface RecordKind {
  /** Label in trash and history. */
  label: string
  icon: LucideIcon
  recordPath: (id: string | number) => string
}

const formOn = (path: string) => (id: string | number) => `${path}?edit=${encodeURIComponent(id)}`

/** How each kind of record is shown where several are mixed. */
export const RECORD_KINDS: Record<EntityName, RecordKind> = {
  user: {
    label: 'User',
    icon: UserRound,
    recordPath: (id) => `${paths.users}?range=all&search=${encodeURIComponent(id)}&user=${encodeURIComponent(id)}`,
  },
  category: { label: 'Category', icon: Layers, recordPath: formOn(paths.categories) },
  position: { label: 'Position', icon: Sparkles, recordPath: formOn(paths.positions) },
  product: { label: 'Subscription', icon: CreditCard, recordPath: formOn(paths.subscription) },
}
