import { NOUNS } from '@rapport/core/entities/catalogue.ts'
import { type Command, Option } from 'commander'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'

/** Creates the option `--kind` of the commands on catalogues. */
export function createKindsOption(): Option {
  return new Option('--kind <kinds...>', 'only these kinds (default: all)').choices(NOUNS)
}

/** Adds a description, and the options that diff and apply share. */
export function addFilesOptions(command: Command, description: string): Command {
  return command
    .description(description)
    .option('-f, --file <files...>', 'YAML, JSON or CSV files; - is standard input', collectFile)
    .addOption(createKindsOption())
    .option('--prune', 'delete records not in the files (of the same kinds)')
}

export function collectFile(file: string, files: string[] | undefined): string[] {
  return [...(files ?? []), nonEmptyArg(file)]
}

export const FILES_HELP = `
A product is found by its product_id, a category by its slug or name, a position
by its category and name. Fields that are left out stay as they are. A CSV's
kind comes from its file name, its columns, or a single --kind. images.lock
records which image the server created from which file: keep it with the files.
`
