/** How a catalogue is written: all in one file of YAML or JSON, or a CSV for each entity. */
export const CATALOGUE_FORMATS = ['yaml', 'json', 'csv'] as const
export type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number]
