import { catalogueSchema } from '#cli/catalogue/export/catalogue-schema.ts'
import { CATALOGUE } from '@rapport/core/catalogue/entities.ts'
import type { Presentation } from '#cli/io/output.ts'

export interface SchemaInput {
  kind?: string[]
}

/** The JSON Schema of catalogue files. */
export function run({ kind }: SchemaInput): Promise<object> {
  return catalogueSchema(CATALOGUE.filter(({ type }) => kind?.includes(type) ?? true))
}

export function present(schema: object): Presentation {
  return {
    document: {
      shape: 'record',
      rows: [schema],
      fields: Object.keys(schema),
      forPeople: () => `${JSON.stringify(schema, null, 2)}\n`,
    },
  }
}
