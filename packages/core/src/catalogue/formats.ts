/** YAML and JSON hold all entities in one file, CSV one entity per file. */
export const CATALOGUE_FORMATS = ['yaml', 'json', 'csv'] as const
export type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number]
