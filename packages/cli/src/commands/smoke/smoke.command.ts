import type { Command } from 'commander'
import type { RunVerb } from '#cli/deps.ts'
import { nonEmptyArg } from '#cli/lib/non-empty-arg.ts'
import type { SmokeInput } from './smoke.ts'

/** Adds `smoke`. */
export function addSmokeCommand(program: Command, runVerb: RunVerb): void {
  program
    .command('smoke')
    .description('check that the API is alive and true to its contract')
    .option('--write', 'also make, edit and delete one record of each kind')
    .option('--junit <file>', 'write the results as JUnit XML', nonEmptyArg)
    .addHelpText('after', EXAMPLES)
    .action((options: SmokeInput) => runVerb(() => import('./smoke.ts'), options))
}

const EXAMPLES = `
Every answer is held to the contract, every operation has to refuse a wrong
token, every call is timed. Nothing is written without --write; what --write
makes has a name of its own, and goes again whatever happens. Signing in and
resetting a password are not tried, since servers count failures and send mail.

Examples:
  rapport smoke
  rapport smoke --json
  rapport smoke --write --junit smoke.xml
`
