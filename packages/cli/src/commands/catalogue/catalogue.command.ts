import { InvalidArgumentError, type Command, Option } from 'commander'
import { CATALOGUE_FORMATS } from '#cli/catalogue/formats.ts'
import type { RunVerb } from '#cli/deps.ts'
import { CATALOGUE } from '#cli/entities/entities.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { ApplyInput } from './apply.ts'
import type { DiffInput } from './diff.ts'
import type { ExportInput } from './export.ts'

const TYPES = CATALOGUE.map(({ type }) => type)

/** Adds `export`, `diff` and `apply`. */
export function addCatalogueCommands(program: Command, runVerb: RunVerb): void {
  program
    .command('export')
    .description('write categories, positions and products to files')
    .option('--dir <folder>', 'where to; made where there is none', nonEmptyArg, 'catalogue')
    .addOption(new Option('--kind <kinds...>', 'only these; all when left out').choices(TYPES))
    .addOption(
      new Option('--format <format>', 'a file for all, or a CSV for each kind')
        .choices(CATALOGUE_FORMATS)
        .default('yaml'),
    )
    .addHelpText('after', EXPORT_EXAMPLES)
    .action((options: ExportInput) => runVerb(() => import('./export.ts'), options))

  filesCommand(program, 'diff', 'show what apply would do')
    .option('--detailed-exitcode', 'end with 8 when there are differences')
    .addHelpText('after', `${FILES_HELP}${DIFF_EXAMPLES}`)
    .action((options: DiffInput) => runVerb(() => import('./diff.ts'), options))

  filesCommand(program, 'apply', 'make the server hold what files say')
    .option('--dry-run', 'only show what would be done')
    .option('--concurrency <count>', 'so many calls at once, up to 64', toConcurrency, 8)
    .option('--rejects <file>', 'write the rows that were refused to a file, in their own format', nonEmptyArg)
    .addHelpText('after', `${FILES_HELP}${APPLY_EXAMPLES}`)
    .action((options: ApplyInput) => runVerb(() => import('./apply.ts'), options))
}

function filesCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .requiredOption('-f, --file <files...>', 'YAML, JSON or CSV; standard input for -', collectFile)
    .addOption(new Option('--kind <kinds...>', 'only these; all when left out').choices(TYPES))
    .option('--prune', 'delete what the files do not name, of the kinds they speak of')
}

function collectFile(file: string, files: string[] | undefined): string[] {
  return [...(files ?? []), nonEmptyArg(file)]
}

function toConcurrency(text: string): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= 64) return Number(text)
  throw new InvalidArgumentError('Give a whole number from 1 to 64.')
}

const EXPORT_EXAMPLES = `
Writes catalogue.yaml and the images beside it: in a fixed order, without ids,
made for git. What it writes, diff finds no difference in. Export into the same
folder again, as often as you like: files that are as an export left them are
brought up to date unasked, and git shows what is new. images.lock keeps what
was written: commit it with the files. What you have edited or put there
yourself, or would lose a kind by --kind, is replaced after a question only, or
with --yes. A file that is already as the server has it counts as exported.
Nothing is ever removed.

The table names what is new; --json and --output csv name every file.

Examples:
  rapport export
  rapport export --dir catalogue && git -C catalogue diff   # what is new there
  rapport export --dir backup --kind products
  rapport export --dir sheets --format csv
`

const FILES_HELP = `
Records are found by product_id, by slug or name of a category, by category and
name of a position. A field that is left out stays as it is. images.lock keeps
which image the server made of which file: keep it with the files.

--kind leaves the other kinds alone, with --prune too. One kind also says what a
CSV is of whose name does not tell, or one on standard input.
`

const DIFF_EXAMPLES = `
Examples:
  rapport diff -f catalogue/catalogue.yaml
  rapport diff -f products.csv --detailed-exitcode
  rapport diff -f catalogue/catalogue.yaml --prune --json
`

const APPLY_EXAMPLES = `
All mistakes are told at once and before anything is written. What was done
stays done: the same command again does what is left. --prune asks for the count
of what it deletes; --yes agrees beforehand.

Examples:
  rapport apply -f catalogue/catalogue.yaml --dry-run
  rapport apply -f products.csv --rejects refused.csv
  rapport apply -f catalogue/catalogue.yaml --prune --yes --json
  rapport products list --output csv | rapport apply -f - --kind products
  rapport products list --json | jq '{products: map(del(.id))}' |
    rapport apply -f -
`
