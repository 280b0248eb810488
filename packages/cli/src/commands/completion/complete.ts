import { listRecords } from '@rapport/core/client/records.ts'
import { NOUNS } from '@rapport/core/entities/catalogue.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { Argument, Command, Option } from 'commander'
import type { TargetFlags } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'

const FILES = ':files'
interface NameSources {
  profiles: () => string[]
  /** Fetches the keys of an entity's records. */
  keys: (noun: string, flags: TargetFlags) => Promise<string[]>
}

/** Returns completions for the last word: name, tab, description; or `:files`. */
export async function complete(program: Command, words: readonly string[], sources: NameSources): Promise<string[]> {
  const [before = ''] = /^--?[\w-]+=/.exec(words.at(-1) ?? '') ?? []
  const values = await completeLast(program, words.flatMap(splitFlag), sources)
  return values.map((value) => (value === FILES ? value : before + value))
}

/** Splits `--flag=value`. */
function splitFlag(word: string): string[] {
  const [, flag, value = ''] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? []
  return flag === undefined ? [word] : [flag, value]
}

async function completeLast(program: Command, words: readonly string[], sources: NameSources): Promise<string[]> {
  const current = words.at(-1) ?? ''
  const parsed = parseWords(program, words.slice(0, -1))
  const { command, option, flags } = parsed
  if (!option && current.startsWith('-')) return startingWith(current, optionNames(command))
  const noun = recordNoun(parsed)
  if (noun !== undefined) return startingWith(current, await sources.keys(noun, flags))
  if (option) return startingWith(current, optionValues(option, sources.profiles))
  return startingWith(current, [...subcommands(command), ...argumentValues(parsed, sources.profiles)])
}

interface ParsedWords {
  command: Command
  /** The option whose value comes next. */
  option: Option | undefined
  args: string[]
  /** Flags that select the server. */
  flags: TargetFlags
}

/** Returns the entity whose keys complete the next word. */
function recordNoun({ command, option, args }: ParsedWords): string | undefined {
  if (option) return option.long === '--category' ? 'categories' : undefined
  const argument = argumentAt(command, args.length)?.name()
  // `rapport edit NOUN KEY` and `rapport open NOUN ID` name the entity by their first argument.
  if (argument === 'key' || argument === 'id') return args[0]
  const noun = command.parent?.name()
  return argument !== undefined && NOUNS.some((candidate) => candidate === noun) ? noun : undefined
}

function parseWords(program: Command, words: readonly string[]): ParsedWords {
  const parsed: ParsedWords = { command: program, option: undefined, args: [], flags: {} }
  for (const word of words) {
    if (parsed.option) {
      if (parsed.option.long === '--profile') parsed.flags.profile = word
      if (parsed.option.long === '--api-url') parsed.flags.apiUrl = word
      parsed.option = undefined
    } else if (word.startsWith('-')) {
      const option = listOptions(parsed.command).find(({ short, long }) => word === short || word === long)
      parsed.option = option?.required || option?.optional ? option : undefined
    } else {
      const child = parsed.command.commands.find((command) => command.name() === word)
      if (child) parsed.command = child
      else parsed.args.push(word)
    }
  }
  return parsed
}

function listOptions(command: Command): Option[] {
  const program = findProgram(command)
  const shared = program.options.filter(({ long }) => long !== '--version')
  return command === program ? [...program.options] : [...command.options, ...shared]
}

function findProgram(command: Command): Command {
  return command.parent ? findProgram(command.parent) : command
}

function optionNames(command: Command): string[] {
  const names = listOptions(command).flatMap(({ short, long, description }) =>
    [long, short].flatMap((name) => (name === undefined ? [] : [`${name}\t${description}`])),
  )
  // Commander does not list its own help option.
  return [...names, '--help\tshow help', '-h\tshow help']
}

function subcommands(command: Command): string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((child) => `${child.name()}\t${child.description()}`)
}

function optionValues(option: Option, profiles: () => string[]): readonly string[] {
  if (option.long === '--profile') return profileNames(profiles)
  if (option.argChoices) return option.argChoices
  return /<(files?|folder)\b/.test(option.flags) ? [FILES] : []
}

function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  return registeredArguments[index] ?? registeredArguments.findLast(({ variadic }) => variadic)
}

function argumentValues({ command, args }: ParsedWords, profiles: () => string[]): readonly string[] {
  const argument = argumentAt(command, args.length)
  if (!argument) return []
  return command.parent?.name() === 'profile' ? profileNames(profiles) : (argument.argChoices ?? [])
}

/** Returns the names that are safe unquoted, as shells insert them: the file may have been edited by hand. */
function profileNames(profiles: () => string[]): string[] {
  return profiles().filter((name) => /^[a-z0-9][a-z0-9_-]*$/i.test(name))
}

function startingWith(part: string, values: readonly string[]): string[] {
  return values.filter((value) => value === FILES || value.startsWith(part))
}

const TIMEOUT_MS = 1000

/** Fetches ids, slugs, product ids and names, with titles. Gives up soon if the server is slow. */
export async function fetchRecordKeys(noun: string, { client, signal }: Deps): Promise<string[]> {
  const entity = CATALOGUE.find((candidate) => candidate.noun === noun)
  if (!entity) return []
  // No retries while the user waits.
  const hasty = client.with({
    withRetry: undefined,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const records = await listRecords(hasty, entity)
  return records.flatMap((record) =>
    [...Object.values(entity.lookupFields), 'id']
      .map((field) => valueText(record[field]))
      // A key is a line without tabs. The scripts quote what is special to the shell.
      .filter((key) => key !== '' && !key.startsWith('-') && visibleLine(key) === key)
      .map((key) => `${key}\t${visibleLine(entity.titleOf(record))}`),
  )
}
