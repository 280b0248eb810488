import type { Command } from 'commander'
import { createKindsOption } from '#cli/catalogue/catalogue-options.ts'
import { profileTarget } from '#cli/config/target.ts'
import type { RunCommand } from '#cli/deps.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { PromoteInput } from './promote.ts'

export function addPromoteCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('promote')
    .description('copy the catalogue from one profile to another')
    .option('--from <profile>', 'the profile to read from', nonEmptyArg)
    .option('--to <profile>', 'the profile to write to', nonEmptyArg)
    .addOption(createKindsOption())
    .option('--prune', 'delete records that --from does not have')
    .addHelpText('after', HELP)
    .action((options: PromoteInput & { to: string }) =>
      runCommand(() => import('./promote.ts'), options, profileTarget(options)),
    )
}

const HELP = `
A product is found by its product_id, a category by its name, a position by its
category and name. Images are compared by content; images.lock beside the
profiles remembers what a server creates from them. Shows the plan and asks for
confirmation, which needs --yes without a terminal; with --prune, type the
number of deletions. If a run is interrupted, run it again.

Examples:
  rapport diff --from staging --to production
  rapport promote --from staging --to production
  rapport promote --from staging --to production --kind products --yes
`
