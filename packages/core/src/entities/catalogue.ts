import { categoryEntity } from './categories/category-description.ts'
import type { EditableEntity } from './entity.ts'
import { positionEntity } from './positions/position-description.ts'
import { productEntity } from './products/product-description.ts'

/** The entities of a catalogue, parents before children. */
export const CATALOGUE: readonly EditableEntity[] = [categoryEntity, positionEntity, productEntity]

export const NOUNS = CATALOGUE.map(({ noun }) => noun)

/** Returns the entities with these nouns, or all of a catalogue. */
export function selectEntities(nouns: readonly string[] | undefined): EditableEntity[] {
  return CATALOGUE.filter(({ noun }) => nouns?.includes(noun) ?? true)
}

export function findParent({ parent }: EditableEntity): EditableEntity | undefined {
  return CATALOGUE.find(({ noun }) => noun === parent?.noun)
}

/** YAML and JSON hold all entities in one file, CSV one entity per file. */
export const CATALOGUE_FORMATS = ['yaml', 'json', 'csv'] as const
export type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number]
