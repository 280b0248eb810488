import { Argument, type Command } from 'commander'
import { CONFIG_KEYS } from '#cli/config/settings.ts'
import { resolveNothing, resolveOffline } from '#cli/config/target.ts'
import type { RunCommand } from '#cli/deps.ts'

const verbs = () => import('./config.ts')

export function addConfigCommand(program: Command, runCommand: RunCommand): void {
  const config = program
    .command('config')
    .description('manage the settings of this machine: list, get, set, path, explain')

  config
    .command('list')
    .description('list the current settings')
    .addHelpText('after', LIST_HELP)
    .action(() => runCommand(async () => (await verbs()).show, {}, resolveOffline))

  config
    .command('get')
    .description('print the current value of a setting')
    .addArgument(keyArgument())
    .addHelpText('after', GET_HELP)
    .action((key: string) => runCommand(async () => (await verbs()).show, { key }, resolveOffline))

  config
    .command('set')
    .description('change a setting of the profile')
    .addArgument(keyArgument())
    .argument('<value>', 'the new value, or default to reset it')
    .addHelpText('after', SET_HELP)
    .action((key: string, value: string) => runCommand(async () => (await verbs()).set, { key, value }, resolveOffline))

  config
    .command('path')
    .description('print the path of the configuration file')
    .addHelpText('after', PATH_HELP)
    .action(() => runCommand(async () => (await verbs()).path, {}, resolveNothing))

  config
    .command('explain')
    .description('show where the value of every setting comes from')
    .addHelpText('after', EXPLAIN_HELP)
    .action(() => runCommand(async () => (await verbs()).show, { isExplained: true }, resolveOffline))
}

/** Creates the argument. Its choices are for help and completion; the command validates, and suggests the nearest one. */
function keyArgument(): Argument {
  return new Argument('<key>', 'the setting').choices(CONFIG_KEYS).argParser((text) => text)
}

const LIST_HELP = `
Examples:
  rapport config list
  rapport config list --profile staging --json
`

const GET_HELP = `
Examples:
  rapport config get api_url
  rapport config get timeout --profile staging
`

const SET_HELP = `
Settings:
  profile   the profile to use
  api_url   the address of the API
  output    table, json, ndjson, csv, yaml or markdown
  timeout   the time limit of a request in seconds
  color     auto or never

All but profile are stored in the current profile, or the one --profile names.

Examples:
  rapport config set output json
  rapport config set timeout 60 --profile staging
  rapport config set timeout default
`

const PATH_HELP = `
Examples:
  rapport config path
  RAPPORT_CONFIG_DIR=/srv/rapport rapport config path
`

const EXPLAIN_HELP = `
A flag overrides an environment variable, which overrides the profile, which
overrides the default. --profile counts as a flag. Tokens are not shown.

Examples:
  rapport config explain
  rapport config explain --profile staging --timeout 5 --json
`
