import type { EntityName } from '@rapport/core/api/operations.ts'
import { CreditCard, Layers, Sparkles, UserRound, type LucideIcon } from 'lucide-react'
import { paths } from '#platform/paths.ts'

interface RecordKind {
  /** As in titles. */
  label: string
  /** Title of the list. */
  plural: string
  icon: LucideIcon
  /** The field with the name; undefined if the history has no values. */
  nameField?: string
  listPath: string
  recordPath: (id: string | number) => string
}

const withForm = <Path extends string>(listPath: Path) => ({
  listPath,
  recordPath: (id: string | number) => `${listPath}?edit=${encodeURIComponent(id)}`,
})

/** Labels, icons and paths of each kind of record. */
export const RECORD_KINDS = {
  user: {
    label: 'User',
    plural: 'Users',
    icon: UserRound,
    listPath: paths.users,
    recordPath: (id) => `${paths.users}?range=all&search=${encodeURIComponent(id)}&user=${encodeURIComponent(id)}`,
  },
  category: {
    label: 'Category',
    plural: 'Categories',
    icon: Layers,
    nameField: 'category_name',
    ...withForm(paths.categories),
  },
  position: {
    label: 'Position',
    plural: 'Positions',
    icon: Sparkles,
    nameField: 'subcategory_name',
    ...withForm(paths.positions),
  },
  product: {
    label: 'Subscription',
    plural: 'Subscription Plans',
    icon: CreditCard,
    nameField: 'name',
    ...withForm(paths.subscription),
  },
} satisfies Record<EntityName, RecordKind>
