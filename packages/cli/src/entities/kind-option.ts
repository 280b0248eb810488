import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { Option } from 'commander'

export type Kind = 'users' | 'categories' | 'positions' | 'products'

/** The kind of a record, as trash and history name it. */
export const ENTITY_OF: Readonly<Record<Kind, Schemas['Entity']>> = {
  users: 'user',
  categories: 'category',
  positions: 'position',
  products: 'product',
}

/** `--kind`, for trash and history. */
export function kindOption(): Option {
  return new Option('--kind <kind>', 'only this kind of record').choices(Object.keys(ENTITY_OF))
}
