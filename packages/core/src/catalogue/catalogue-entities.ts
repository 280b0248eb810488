import { categories } from '../entities/categories/category-description.ts'
import type { EditableEntity } from '../entities/entity.ts'
import { positions } from '../entities/positions/position-description.ts'
import { products } from '../entities/products/product-description.ts'

/** The entities of a catalogue, parents before children. */
export const CATALOGUE: readonly EditableEntity[] = [categories, positions, products]
