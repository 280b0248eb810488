import { selectEntities } from '@rapport/core/entities/catalogue.ts'
import { catalogueSchema } from '#cli/catalogue/export/catalogue-schema.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface SchemaInput {
  kind?: string[]
}

export function run({ kind }: SchemaInput): Promise<object> {
  return catalogueSchema(selectEntities(kind))
}

export function present(schema: object): Presentation {
  return {
    document: {
      shape: 'record',
      rows: [schema],
      fields: Object.keys(schema),
      table: () => `${JSON.stringify(schema, null, 2)}\n`,
    },
  }
}
