import { CATALOGUE_FORMATS } from '@rapport/core/entities/catalogue.ts'
import { type Command, Option } from 'commander'
import { createKindsOption } from '#cli/catalogue/catalogue-options.ts'
import type { RunCommand } from '#cli/deps.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { ExportInput } from './export.ts'

export function addExportCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('export')
    .description('write categories, positions and products to files')
    .option('--dir <folder>', 'the folder to write to; created if it does not exist', nonEmptyArg, 'catalogue')
    .addOption(createKindsOption())
    .addOption(
      new Option('--format <format>', 'one file of YAML or JSON, or a CSV for each kind')
        .choices(CATALOGUE_FORMATS)
        .default('yaml'),
    )
    .addHelpText('after', HELP)
    .action((options: ExportInput) => runCommand(() => import('./export.ts'), options))
}

const HELP = `
Writes catalogue.yaml and its images in a fixed order and without ids, suitable
for git. rapport.schema.json adds completion and validation in editors;
images.lock records what was written: commit both. Asks before it replaces a
file that you edited, or one that holds kinds that --kind leaves out. Files are
never deleted.

Examples:
  rapport export --dir catalogue && git -C catalogue diff   # shows what changed
  rapport export --dir backup --kind products
  rapport export --dir sheets --format csv
`
