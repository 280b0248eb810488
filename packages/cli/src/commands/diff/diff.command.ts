import { type Command, Option } from 'commander'
import { FILES_HELP, addFilesOptions } from '#cli/catalogue/catalogue-options.ts'
import { profileTarget } from '#cli/config/target.ts'
import type { RunCommand } from '#cli/deps.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { DiffInput } from './diff.ts'

export function addDiffCommand(program: Command, runCommand: RunCommand): void {
  addFilesOptions(program.command('diff'), 'show what apply would change')
    .addOption(new Option('--from <profile>', 'compare this profile instead of files').conflicts('file'))
    .option('--to <profile>', 'compare with this profile, as rapport promote would')
    .option('--out <file>', 'write the plan to a file for rapport apply', nonEmptyArg)
    .addOption(new Option('--annotations <service>', 'annotate file lines in CI').choices(['github']))
    .option('--detailed-exitcode', 'exit with 8 if there are differences')
    .addHelpText('after', `${FILES_HELP}${HELP}`)
    .action((options: DiffInput) =>
      runCommand(() => import('./diff.ts'), options, (options.from ?? options.to) ? profileTarget(options) : undefined),
    )
}

const HELP = `
A plan holds every value before and after, and digests of the images: rapport
apply first checks that nothing in it has changed since, and refuses it
otherwise. --output markdown is for the text of a merge request; --annotations
is for the files of a pull request.

Examples:
  rapport diff -f products.csv --detailed-exitcode
  rapport diff -f catalogue/catalogue.yaml --out plan.json --output markdown
  rapport diff --from staging --to production
`
