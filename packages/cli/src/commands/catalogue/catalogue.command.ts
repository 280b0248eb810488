import { InvalidArgumentError, type Command, Option } from 'commander'
import { CATALOGUE_FORMATS } from '@rapport/core/catalogue/formats.ts'
import { profileTarget } from '#cli/catalogue/profile-target.ts'
import type { RunVerb } from '#cli/deps.ts'
import { CATALOGUE } from '@rapport/core/catalogue/entities.ts'
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
    .option('--dir <folder>', 'the folder to write to; created if it does not exist', nonEmptyArg, 'catalogue')
    .addOption(new Option('--kind <kinds...>', 'only these kinds (default: all)').choices(TYPES))
    .addOption(
      new Option('--format <format>', 'one file of YAML or JSON, or a CSV for each kind')
        .choices(CATALOGUE_FORMATS)
        .default('yaml'),
    )
    .addHelpText('after', EXPORT_EXAMPLES)
    .action((options: ExportInput) => runVerb(() => import('./export.ts'), options))

  filesCommand(program.command('diff'), 'show what apply would change')
    .addOption(new Option('--from <profile>', 'compare this profile instead of files').conflicts('file'))
    .option('--to <profile>', 'compare with this profile, as rapport promote would')
    .option('--out <file>', 'write the plan to a file for rapport apply', nonEmptyArg)
    .addOption(new Option('--annotations <service>', 'annotate file lines in CI').choices(['github']))
    .option('--detailed-exitcode', 'exit with 8 if there are differences')
    .addHelpText('after', `${FILES_HELP}${DIFF_EXAMPLES}`)
    .action((options: DiffInput) =>
      runVerb(() => import('./diff.ts'), options, options.to === undefined ? undefined : profileTarget(options.to)),
    )

  filesCommand(program.command('apply'), 'make the server match files, or apply a saved plan')
    .argument('[plan]', 'a plan saved by rapport diff --out')
    .option('--dry-run', 'print the plan and change nothing')
    .option('--concurrency <count>', 'how many requests to send at once, up to 64', toConcurrency, 8)
    .option('--rejects <file>', 'write rejected rows to a file in the input format', nonEmptyArg)
    .addHelpText('after', `${FILES_HELP}${APPLY_EXAMPLES}`)
    .action((plan: string | undefined, { file = [], ...options }: ApplyOptions) =>
      runVerb(() => import('./apply.ts'), { ...options, file: plan === undefined ? file : [plan, ...file] }),
    )
}

type ApplyOptions = Omit<ApplyInput, 'file'> & { file?: string[] }

function filesCommand(command: Command, description: string): Command {
  return command
    .description(description)
    .option('-f, --file <files...>', 'YAML, JSON or CSV files; - is standard input', collectFile)
    .addOption(new Option('--kind <kinds...>', 'only these kinds (default: all)').choices(TYPES))
    .option('--prune', 'delete records not in the files (of the same kinds)')
}

function collectFile(file: string, files: string[] | undefined): string[] {
  return [...(files ?? []), nonEmptyArg(file)]
}

function toConcurrency(text: string): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= 64) return Number(text)
  throw new InvalidArgumentError('Use a whole number from 1 to 64.')
}

const EXPORT_EXAMPLES = `
Writes catalogue.yaml and its images in a fixed order and without ids, suitable
for git. rapport.schema.json adds completion and validation in editors;
images.lock records what was written: commit both. Replacing a file that you
edited, or that would lose a kind by --kind, requires confirmation. Files are
never deleted.

Examples:
  rapport export --dir catalogue && git -C catalogue diff   # what is new there
  rapport export --dir backup --kind products
  rapport export --dir sheets --format csv
`

const FILES_HELP = `
A product is found by its product_id, a category by its slug or name, a position
by its category and name. Fields that are left out stay as they are. A CSV's
kind comes from its file name, its columns, or a single --kind. images.lock
records which image the server created from which file: keep it with the files.
`

const DIFF_EXAMPLES = `
A plan holds every value before and after, and digests of the images: rapport
apply makes exactly its changes, or none. --output markdown is for the text of a
merge request; --annotations is for the files of a pull request.

Examples:
  rapport diff -f products.csv --detailed-exitcode
  rapport diff -f catalogue/catalogue.yaml --out plan.json --output markdown
  rapport diff --from staging --to production
`

const APPLY_EXAMPLES = `
All errors are reported before anything is written. If a run is interrupted, run
it again. With --prune, type the number of deletions to confirm, or pass --yes.
A plan is rejected if anything in it has changed on the server (exit 5).

Examples:
  rapport apply -f catalogue/catalogue.yaml --dry-run
  rapport apply -f products.csv --rejects rejected.csv
  rapport apply plan.json
  rapport products list -o csv | rapport apply -f -
`
