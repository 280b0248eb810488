import { categories } from './categories.ts'
import type { EditableEntity } from './entity.ts'
import { positions } from './positions.ts'
import { products } from './products.ts'

/** What a catalogue is made of, parents before children. */
export const CATALOGUE: readonly EditableEntity[] = [categories, positions, products]
