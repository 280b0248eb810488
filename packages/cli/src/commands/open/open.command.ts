import { Argument, type Command } from 'commander'
import { resolveOffline } from '#cli/config/target.ts'
import type { RunCommand } from '#cli/deps.ts'
import type { Screen } from './open.ts'

const SCREENS = ['dashboard', 'users', 'categories', 'positions', 'products'] as const satisfies Screen[]

export function addOpenCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('open')
    .description('open the console in the browser')
    .addArgument(new Argument('[screen]', 'the screen (default: dashboard)').choices(SCREENS))
    .argument('[id]', 'the id of a record, to open it there')
    .option('-n, --no-browser', 'print the address instead of opening it')
    .addHelpText('after', HELP)
    .action((screen: Screen | undefined, id: string | undefined, { browser }: { browser: boolean }) =>
      runCommand(() => import('./open.ts'), { screen, id, browser }, resolveOffline),
    )
}

const HELP = `
For an API on this machine, the console is expected at the same address. For
another, set it in the profile:
  rapport profile set default --console-url https://console.example.org

Examples:
  rapport open
  rapport open users
  rapport open categories 7
  rapport open products 3 --no-browser
`
