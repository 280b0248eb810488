import type { Command, Option } from 'commander'

/** What may stand where the last word is: a name, a tab and its description each, or `:files`. */
export function complete(program: Command, words: readonly string[], profiles: () => string[]): string[] {
  const before = withoutEqualsSigns(words)
  const current = before.pop() ?? ''
  const { command, option, isFurther, place } = readWords(program, before)

  const [, name, part] = /^(--[^=]+)=(.*)$/.exec(current) ?? []
  if (name !== undefined && part !== undefined) {
    const values = valuesOf(optionOf(command, name), profiles)
    return beginningWith(part, values).map((value) => (value === FILES ? value : `${name}=${value}`))
  }
  if (option && !(isFurther && current.startsWith('-'))) return beginningWith(current, valuesOf(option, profiles))
  if (current.startsWith('-')) return beginningWith(current, optionNames(command))
  return beginningWith(current, [...subcommands(command), ...argumentValues(command, place, profiles)])
}

const FILES = ':files'

/** bash takes `--output=json` for three words. */
function withoutEqualsSigns(words: readonly string[]): string[] {
  const isAfterOption = (at: number) => words[at] === '=' && words[at - 1]?.startsWith('--')
  const kept = words.filter((_, at) => !isAfterOption(at))
  return isAfterOption(words.length - 1) ? [...kept, ''] : kept
}

interface Read {
  command: Command
  /** The option that takes what comes next; `isFurther` behind the first value of one that takes several. */
  option: Option | undefined
  isFurther: boolean
  /** How many arguments have been given. */
  place: number
}

function readWords(program: Command, words: readonly string[]): Read {
  const read: Read = { command: program, option: undefined, isFurther: false, place: 0 }
  for (const word of words) {
    if (read.option && !read.isFurther) {
      if (read.option.variadic) read.isFurther = true
      else read.option = undefined
    } else if (word.startsWith('-')) {
      const option = optionOf(read.command, word)
      read.option = option && (option.required || option.optional) ? option : undefined
      read.isFurther = false
    } else if (!read.option) {
      const child = read.command.commands.find((command) => command.name() === word)
      if (child) read.command = child
      else read.place += 1
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

function valuesOf(option: Option | undefined, profiles: () => string[]): readonly string[] {
  if (option?.long === '--profile') return profileNames(profiles)
  if (option?.argChoices) return option.argChoices
  return /<(files?|folder)\b/.test(option?.flags ?? '') ? [FILES] : []
}

function argumentValues(command: Command, place: number, profiles: () => string[]): readonly string[] {
  const { registeredArguments: known } = command
  const argument = known[place] ?? known.findLast(({ variadic }) => variadic)
  if (!argument) return []
  return command.parent?.name() === 'profile' ? profileNames(profiles) : (argument.argChoices ?? [])
}

/** Only what can be one: shells insert it as it is, and a file that was edited by hand may hold anything. */
function profileNames(profiles: () => string[]): string[] {
  return profiles().filter((name) => /^[a-z0-9][a-z0-9_-]*$/i.test(name))
}

function beginningWith(part: string, values: readonly string[]): string[] {
  return values.filter((value) => value === FILES || value.startsWith(part))
}
