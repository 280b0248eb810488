import type { Command } from 'commander'
import { createKindsOption } from '#cli/catalogue/catalogue-options.ts'
import { resolveNothing } from '#cli/config/target.ts'
import type { RunCommand } from '#cli/deps.ts'
import type { SchemaInput } from './schema.ts'

export function addSchemaCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('schema')
    .description('print the JSON Schema of catalogue files, for editors')
    .addOption(createKindsOption())
    .addHelpText('after', HELP)
    .action((options: SchemaInput) => runCommand(() => import('./schema.ts'), options, resolveNothing))
}

const HELP = `
rapport export writes the schema beside catalogue.yaml, whose first line names
it. In a file of your own, write that line yourself:
  # yaml-language-server: $schema=rapport.schema.json

Examples:
  rapport schema > rapport.schema.json
  rapport schema --kind products
`
