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
    .addHelpText('after', SCHEMA_HELP)
    .action((document: SchemaInput['document'], { kind }: Pick<SchemaInput, 'kind'>) =>
      runCommand(() => import('./schema.ts'), { document, kind }, resolveNothing),
    )
}

const DOCUMENTS = ['catalogue', 'commands'] as const

const SCHEMA_HELP = `
rapport export writes the schema beside catalogue.yaml, whose first line names
it. In a file of your own, write that line yourself:
  # yaml-language-server: $schema=rapport.schema.json

Examples:
  rapport schema > rapport.schema.json
  rapport schema --kind products
  rapport schema commands
`

export function addCommandsCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('commands')
    .description('list all commands; with --json, all that a program needs to use them')
    .addHelpText('after', COMMANDS_HELP)
    .action(() => runCommand(() => import('./commands.ts'), { program }, resolveNothing))
}

const COMMANDS_HELP = `
The effect is what a command does on the server: none, read, write or delete. A
token needs one of the scopes; without any, the command needs rapport login.
rapport schema commands describes the JSON, and what the exit codes mean.

Examples:
  rapport commands
  rapport commands --jq '.[] | select(.effect == "read") | .command'
`
