import type { Command } from 'commander'
import { resolveNothing } from '#cli/config/target.ts'
import type { RunCommand } from '#cli/deps.ts'

export function addDoctorCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('doctor')
    .description('check this machine, the API and the session, and suggest what to do')
    .addHelpText('after', HELP)
    .action(() => runCommand(() => import('./doctor.ts'), {}, resolveNothing))
}

const HELP = `
Exits with 0 if nothing failed, and with 1 otherwise. Warnings do not count.

Examples:
  rapport doctor
  rapport doctor --profile staging --json
`
