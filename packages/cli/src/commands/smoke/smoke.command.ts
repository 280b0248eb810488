import type { Command } from 'commander'
import type { RunCommand } from '#cli/deps.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { SmokeInput } from './smoke.ts'

export function addSmokeCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('smoke')
    .description('check that the API works and follows its contract')
    .option('--write', 'also create, update and delete one record of each kind')
    .option('--strict', 'fail on every deviation from the contract')
    .option('--junit <file>', 'write the results as JUnit XML', nonEmptyArg)
    .addHelpText('after', HELP)
    .action((options: SmokeInput) => runCommand(() => import('./smoke.ts'), options))
}

const HELP = `
Checks the lists against the contract, and that a wrong token is rejected.
Deviations that rapport can cope with, such as a price that is not a number,
are reported; --strict makes them failures.

Nothing is changed on the server without --write. The records that --write
creates are deleted at the end, even after a failure or Ctrl-C.

Examples:
  rapport smoke
  rapport smoke --strict --json
  rapport smoke --write --junit smoke.xml
`
