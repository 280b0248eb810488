import { nearest } from '@rapport/core/text/nearest.ts'
import { Argument, type Command } from 'commander'
import { EXIT_CODES_HELP } from '#cli/io/exit-codes.ts'

const ENVIRONMENT_HELP = `Environment variables

  RAPPORT_API_URL      Address of the API. --api-url and --profile override it.
  RAPPORT_TOKEN        API token to use instead of signing in. --profile
                       overrides it if that profile is signed in.
  RAPPORT_PROFILE      Profile to use. --profile overrides it.
  RAPPORT_CONFIG_DIR   Folder of the profiles and credentials.
  XDG_CONFIG_HOME      Parent of that folder, ~/.config by default.
  HTTPS_PROXY          Proxy for https addresses, as HTTP_PROXY for http ones and
                       ALL_PROXY for both; in lower case too. Needs Node 24.14.
  NO_PROXY             Hosts to reach without the proxy, separated by commas.
  NODE_EXTRA_CA_CERTS  File of a certificate authority to trust.
  VISUAL, EDITOR       Editor for rapport edit.
  NO_COLOR             Any value prints without colours, as TERM=dumb does.
  INK_SCREEN_READER    true prints the explorer as text for a screen reader.
`

const TOPICS: ReadonlyMap<string, string> = new Map([
  ['environment', ENVIRONMENT_HELP],
  ['exit-codes', EXIT_CODES_HELP],
])

const HELP = `
Examples:
  rapport help users list
  rapport help environment
  rapport help exit-codes
`

/** Adds `rapport help` for the program, a command or a topic. */
export function addHelpCommand(program: Command, stdout: NodeJS.WritableStream): void {
  // Declared for completion; the action itself suggests the nearest command.
  const wordsArgument = new Argument('[words...]', 'a command, such as users list, environment or exit-codes')
  wordsArgument.argChoices = [...namesIn(program), ...TOPICS.keys()]
  program
    .command('help')
    .description('show help for a command, environment or exit-codes')
    .addArgument(wordsArgument)
    .addHelpText('after', HELP)
    .action((words: string[]) => {
      const topic = words.length === 1 && words[0] !== undefined ? TOPICS.get(words[0]) : undefined
      if (topic !== undefined) {
        stdout.write(topic)
        return
      }
      let command = program
      for (const word of words) {
        const next = command.commands.find((child) => child.name() === word)
        if (!next) {
          const names = [...namesIn(command), ...(command === program ? TOPICS.keys() : [])]
          const suggestion = nearest(word, names)
          const advice = suggestion === undefined ? `choose from ${names.join(', ')}` : `Did you mean ${suggestion}?`
          program.error(`error: there is no help for '${words.join(' ')}' (${advice})`)
        }
        command = next
      }
      command.outputHelp()
    })
}

function namesIn(command: Command): string[] {
  const visible = command.createHelp().visibleCommands(command)
  return visible.map((child) => child.name())
}
