import type { Scope } from './security.queries.ts'

/** Labels and descriptions of token scopes. */
export const scopeTexts: Record<Scope, { label: string; description: string }> = {
  read: { label: 'Read', description: 'See every list and record, and the statistics.' },
  catalogue: { label: 'Catalogue', description: 'Add, change and delete categories, positions and products.' },
  users: { label: 'Users', description: 'List users and delete them.' },
}
