import type { Command } from 'commander'
import { resolveOffline } from '#cli/config/target.ts'
import type { GivenFlags, RunCommand } from '#cli/deps.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'

const verbs = () => import('./profile.ts')

export function addProfileCommand(program: Command, runCommand: RunCommand): void {
  const profile = program.command('profile').description('manage profiles, one for each API: list, use, set, remove')

  profile
    .command('list')
    .description('list the profiles on this machine')
    .addHelpText('after', LIST_HELP)
    .action(() => runCommand(async () => (await verbs()).list, {}, resolveOffline))

  profile
    .command('use')
    .description('set the default profile')
    .argument('<name>', 'the name of the profile')
    .addHelpText('after', USE_HELP)
    .action((name: string) => runCommand(async () => (await verbs()).use, { name }, resolveOffline))

  profile
    .command('set')
    .usage('<name> [--api-url <url>] [--console-url <url>]')
    .description('create a profile, or change its addresses')
    .argument('<name>', 'letters, digits, - and _')
    .option('--console-url <url>', 'the address of the console, for rapport open', nonEmptyArg)
    .addHelpText('after', SET_HELP)
    .action((name: string, { consoleUrl }: { consoleUrl?: string }) => {
      // Only the flag counts: RAPPORT_API_URL is for this shell only.
      const { apiUrl } = program.opts<GivenFlags>()
      return runCommand(async () => (await verbs()).set, { name, apiUrl, consoleUrl }, resolveOffline)
    })

  profile
    .command('remove')
    .description('remove a profile with its session and settings')
    .argument('<name>', 'the name of the profile')
    .addHelpText('after', REMOVE_HELP)
    .action((name: string) => runCommand(async () => (await verbs()).remove, { name }, resolveOffline))
}

const LIST_HELP = `
Examples:
  rapport profile list
  rapport profile list --json
`

const USE_HELP = `
--profile and RAPPORT_PROFILE override it.

Examples:
  rapport profile use staging
  rapport profile use default
`

const SET_HELP = `
Sign out before you change the API of a profile: a token is never sent to
another API.

Examples:
  rapport profile set staging --api-url https://staging.example.org
  rapport profile set staging --console-url https://console.example.org
  rapport login --profile staging
`

const REMOVE_HELP = `
Its session stays valid on the server until it expires. Run rapport logout first
to end it.

Examples:
  rapport profile remove staging
  rapport profile remove staging --yes
`
