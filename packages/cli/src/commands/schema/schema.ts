import { selectEntities } from '@rapport/core/entities/catalogue.ts'
import { catalogueSchema } from '#cli/catalogue/export/catalogue-schema.ts'
import { CliError } from '#cli/io/errors.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface SchemaInput {
  document: 'catalogue' | 'commands'
  kind?: string[] | undefined
}

export async function run({ document, kind }: SchemaInput): Promise<object> {
  if (document === 'commands') {
    if (kind) throw new CliError('usage', '--kind is for the schema of catalogue files.')
    return (await import('./command-list.ts')).commandListSchema()
  }
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
