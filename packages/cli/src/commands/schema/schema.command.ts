import { Argument, type Command } from 'commander'
import { createKindsOption } from '#cli/catalogue/catalogue-options.ts'
import { resolveNothing } from '#cli/config/target.ts'
import type { RunCommand } from '#cli/deps.ts'
import type { SchemaInput } from './schema.ts'

export function addSchemaCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('schema')
    .description('print the JSON Schema of catalogue files, or of what rapport commands prints')
    .addArgument(new Argument('[document]', 'what to describe').choices(DOCUMENTS).default('catalogue'))
    .addOption(createKindsOption())
    .addHelpText('after', HELP)
    .action((document: SchemaInput['document'], { kind }: Pick<SchemaInput, 'kind'>) =>
      runCommand(() => import('./schema.ts'), { document, kind }, resolveNothing),
    )
}

const DOCUMENTS = ['catalogue', 'commands'] as const

const HELP = `
rapport export writes the schema beside catalogue.yaml, whose first line names
it. In a file of your own, write that line yourself:
  # yaml-language-server: $schema=rapport.schema.json

Examples:
  rapport schema > rapport.schema.json
  rapport schema --kind products
  rapport schema commands
`
