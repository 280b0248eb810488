import type { Command } from 'commander'
import { resolveOffline } from '#cli/auth/target.ts'
import type { RunVerb } from '#cli/deps.ts'

/** Adds `profile` and its verbs. */
export function addProfileCommand(program: Command, runVerb: RunVerb): void {
  const profile = program
    .command('profile')
    .description('an API per profile, such as staging: list, use, set, remove')
    .helpCommand(false)

  profile
    .command('list')
    .description('list the profiles on this machine')
    .addHelpText('after', LIST_EXAMPLES)
    .action(() => runVerb(() => import('./list.ts'), {}, resolveOffline))

  profile
    .command('use')
    .description('make a profile the one that is used from now on')
    .argument('<name>', 'the name of the profile')
    .addHelpText('after', USE_EXAMPLES)
    .action((name: string) => runVerb(() => import('./use.ts'), { name }, resolveOffline))

  profile
    .command('set')
    .usage('<name> --api-url <url>')
    .description('make a profile, or give it another address')
    .argument('<name>', 'letters, digits, - and _')
    .addHelpText('after', SET_EXAMPLES)
    .action((name: string) => runVerb(() => import('./set.ts'), { name }, resolveOffline))

  profile
    .command('remove')
    .description('forget a profile, its session and its settings')
    .argument('<name>', 'the name of the profile')
    .addHelpText('after', REMOVE_EXAMPLES)
    .action((name: string) => runVerb(() => import('./remove.ts'), { name }, resolveOffline))
}

const LIST_EXAMPLES = `
Examples:
  rapport profile list
  rapport profile list --json
`

const USE_EXAMPLES = `
--profile and RAPPORT_PROFILE go before it.

Examples:
  rapport profile use staging
  rapport profile use default
`

const SET_EXAMPLES = `
A profile that is signed in keeps its address until rapport logout: a session is
sent nowhere else.

Examples:
  rapport profile set staging --api-url https://staging.example.org
  rapport login --profile staging
`

const REMOVE_EXAMPLES = `
The session stays valid on the server until it expires; rapport logout ends it
there.

Examples:
  rapport profile remove staging
  rapport profile remove staging --yes
`
