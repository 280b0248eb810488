import { InvalidArgumentError, type Command } from 'commander'
import { CONCURRENCY } from '#cli/api/concurrency.ts'
import { FILES_HELP, addFilesOptions } from '#cli/catalogue/catalogue-options.ts'
import type { RunCommand } from '#cli/deps.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { ApplyInput } from './apply.ts'

export function addApplyCommand(program: Command, runCommand: RunCommand): void {
  addFilesOptions(program.command('apply'), 'make the server match files, or apply a saved plan')
    .argument('[plan]', 'a plan saved by rapport diff --out')
    .option('--dry-run', 'print the plan and change nothing')
    .option('--concurrency <count>', 'how many requests to send at once, up to 64', toConcurrency, CONCURRENCY)
    .option('--rejects <file>', 'write rejected rows to a file in the input format', nonEmptyArg)
    .addHelpText('after', `${FILES_HELP}${HELP}`)
    .action((plan: string | undefined, options: Omit<ApplyInput, 'plan'>) =>
      runCommand(() => import('./apply.ts'), { ...options, plan }),
    )
}

function toConcurrency(text: string): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= 64) return Number(text)
  throw new InvalidArgumentError('Use a whole number from 1 to 64.')
}

const HELP = `
Errors in the files are reported before anything is sent. A record that the
server rejects does not stop the others (exit 6 if some of them succeed). If a
run is interrupted, run it again. With --prune, type the number of deletions to
confirm, or pass --yes. Without a terminal and without --yes, a price that
changes by more than half is refused (exit 2). A saved plan needs no --yes for
that; it is rejected if anything in it has changed on the server (exit 5).

Examples:
  rapport apply -f catalogue/catalogue.yaml --dry-run
  rapport apply -f products.csv --rejects rejected.csv
  rapport apply plan.json
  rapport products list --json | rapport apply -f - --kind products
`
