import type { Command } from 'commander'
import type { RunVerb } from '#cli/deps.ts'
import { givenText } from '#cli/lib/given-text.ts'
import type { SmokeInput } from './smoke.ts'

/** Adds `smoke`. */
export function addSmokeCommand(program: Command, runVerb: RunVerb): void {
  program
    .command('smoke')
    .description('check that the API works and keeps to its contract')
    .option('--write', 'also make, edit and delete one record of each kind')
    .option('--strict', 'fail on every deviation from the contract')
    .option('--junit <file>', 'write the results as JUnit XML', givenText)
    .addHelpText('after', EXAMPLES)
    .action((options: SmokeInput) => runVerb(() => import('./smoke.ts'), options))
}

const EXAMPLES = `
Checks every list against the contract, and that a wrong token is refused.
Values in another form than the contract's, such as a price that is no number,
are named; --strict makes them failures. Without --write only reads are sent.
With it, the records that smoke makes are deleted again, whatever happens.

Examples:
  rapport smoke
  rapport smoke --strict --json
  rapport smoke --write --junit smoke.xml
`
