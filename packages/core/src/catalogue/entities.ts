import { categories } from '../entities/categories/categories.ts'
import type { EditableEntity } from '../entities/entity.ts'
import { positions } from '../entities/positions/positions.ts'
import { products } from '../entities/products/products.ts'

/** The entities of a catalogue, parents before children. */
export const CATALOGUE: readonly EditableEntity[] = [categories, positions, products]
