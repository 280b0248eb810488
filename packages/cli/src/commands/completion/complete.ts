import type { Command, Option } from 'commander'

const FILES = ':files'

/** What may stand where the last word is: a name, a tab and its description each, or `:files`. */
export function complete(program: Command, words: readonly string[], profiles: () => string[]): string[] {
  const current = words.at(-1) ?? ''
  const { command, option, argumentCount } = readWords(program, words.slice(0, -1))
  if (option) return startingWith(current, valuesOf(option, profiles))
  if (current.startsWith('-')) return startingWith(current, optionNames(command))
  return startingWith(current, [...subcommands(command), ...argumentValues(command, argumentCount, profiles)])
}

interface ReadWords {
  command: Command
  /** The option whose value comes next. */
  option: Option | undefined
  argumentCount: number
}

function readWords(program: Command, words: readonly string[]): ReadWords {
  const read: ReadWords = { command: program, option: undefined, argumentCount: 0 }
  for (const word of words) {
    if (read.option) {
      read.option = undefined
    } else if (word.startsWith('-')) {
      const option = optionOf(read.command, word)
      read.option = option?.required || option?.optional ? option : undefined
    } else {
      const child = read.command.commands.find((command) => command.name() === word)
      if (child) read.command = child
      else read.argumentCount += 1
    }
  }
  return read
}

/** The options of a command; those of the program are for every command, but for one. */
function optionsOf(command: Command): Option[] {
  const program = rootOf(command)
  const shared = program.options.filter(({ long }) => long !== '--version')
  return command === program ? [...program.options] : [...command.options, ...shared]
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command
}

function optionOf(command: Command, name: string): Option | undefined {
  return optionsOf(command).find(({ short, long }) => name === short || name === long)
}

function optionNames(command: Command): string[] {
  const names = optionsOf(command).flatMap(({ short, long, description }) =>
    [long, short].flatMap((name) => (name === undefined ? [] : [`${name}\t${description}`])),
  )
  // Commander keeps this one apart.
  return [...names, '--help\tshow help', '-h\tshow help']
}

function subcommands(command: Command): string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((child) => `${child.name()}\t${child.description()}`)
}

function valuesOf(option: Option, profiles: () => string[]): readonly string[] {
  if (option.long === '--profile') return profileNames(profiles)
  if (option.argChoices) return option.argChoices
  return /<(files?|folder)\b/.test(option.flags) ? [FILES] : []
}

function argumentValues(command: Command, argumentCount: number, profiles: () => string[]): readonly string[] {
  const { registeredArguments: known } = command
  const argument = known[argumentCount] ?? known.findLast(({ variadic }) => variadic)
  if (!argument) return []
  return command.parent?.name() === 'profile' ? profileNames(profiles) : (argument.argChoices ?? [])
}

/** Valid names only: a shell inserts them as they are, and a file that was edited by hand may hold anything. */
function profileNames(profiles: () => string[]): string[] {
  return profiles().filter((name) => /^[a-z0-9][a-z0-9_-]*$/i.test(name))
}

function startingWith(part: string, values: readonly string[]): string[] {
  return values.filter((value) => value === FILES || value.startsWith(part))
}
