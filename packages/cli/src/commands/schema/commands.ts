import { type OperationId, operations, type Scope } from '@rapport/core/api/operations.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import { inputFields } from '@rapport/core/entities/entity.ts'
import { isNumeric } from '@rapport/core/entities/field-values.ts'
import type { Argument, Command, Option } from 'commander'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/output/document.ts'
import { renderTable } from '#cli/output/table.ts'
import { type Calls, COMMAND_CALLS } from './command-calls.ts'
import { commandItem, type CommandItem } from './command-list.ts'

export const fields = Object.keys(commandItem.shape)

/** Describes every command, as Commander knows it, with what the contract says about its calls. */
export function run({ program }: { program: Command }): Promise<CommandItem[]> {
  return Promise.resolve([toItem(program, {}), ...leaves(program).map((command) => toItem(command, callsOf(command)))])
}

/** Returns the commands that do something, in the order of the help. */
export function leaves(command: Command): Command[] {
  const children = command.createHelp().visibleCommands(command)
  return children.flatMap((child) => (child.commands.length > 0 ? leaves(child) : [child]))
}

const wordsOf = (command: Command): string[] => (command.parent ? [...wordsOf(command.parent), command.name()] : [])

function callsOf(command: Command): Calls {
  const words = wordsOf(command)
  const calls = COMMAND_CALLS[words.join(' ')] ?? COMMAND_CALLS[words[0] ?? '']
  if (calls) return calls
  throw new TypeError(`What rapport ${words.join(' ')} calls is not known.`)
}

function toItem(command: Command, { calls = [], also = [], exits = [], scopes }: Calls): CommandItem {
  const methods = new Set([...calls, ...also].map((id) => operations[id].method))
  const effects = {
    delete: methods.has('DELETE'),
    write: methods.has('POST') || methods.has('PUT'),
    read: methods.has('GET'),
  }
  const { done, failed, usage, auth, network, interrupted } = EXIT
  const codes = [done, failed, usage, ...(methods.size > 0 ? [auth, network] : []), ...exits, interrupted]
  const [main] = calls
  return {
    command: ['rapport', ...wordsOf(command)].join(' '),
    description: command.description(),
    effect: (['delete', 'write', 'read'] as const).find((effect) => effects[effect]) ?? 'none',
    extension: (main && operations[main].extension) ?? null,
    scopes: scopes ? [...scopes] : commonScopes(calls),
    arguments: command.registeredArguments.map(toArgument),
    options: command.options.map(toOption),
    exit_codes: codes.toSorted((a, b) => a - b),
    examples: examplesOf(command),
  }
}

/** Returns the scopes that suffice for every call that needs a token; null if none does. */
function commonScopes(calls: readonly OperationId[]): Scope[] | null {
  const accepted = calls.flatMap((id) => (operations[id].security === 'none' ? [] : [operations[id].scopes ?? []]))
  const [first, ...others] = accepted
  return first ? first.filter((scope) => others.every((scopes) => scopes.includes(scope))) : null
}

function toArgument(argument: Argument): CommandItem['arguments'][number] {
  const { description, required, variadic, argChoices, defaultValue } = argument
  return {
    name: argument.name(),
    description,
    required,
    repeatable: variadic,
    choices: argChoices ?? null,
    default: toDefault(defaultValue),
  }
}

const FIELD_FLAGS = new Map(CATALOGUE.flatMap((entity) => inputFields(entity).map(([, field]) => [field.flag, field])))

function toOption(option: Option): CommandItem['options'][number] {
  const { flags, short, long, description, mandatory, variadic, argChoices, defaultValue } = option
  const { parseArg, defaultValueDescription } = option
  const [, value] = /[<[]([^<>[\].]*)(?:\.{3})?[>\]]/.exec(flags) ?? []
  const parse = (text: string): unknown => {
    try {
      return parseArg?.(text, ['earlier'])
    } catch {
      return undefined
    }
  }
  const field = FIELD_FLAGS.get(flags)
  const isNumber = field ? isNumeric(field) : typeof parse('7') === 'number'
  const isFile = field ? field.type === 'image' : /^(?:files?|folder)$/.test(value ?? '')
  const keepsEarlier = (text: string) => Object.values(Object(parse(text))).includes('earlier')
  return {
    name: long ?? '',
    short: short ?? null,
    description,
    value: value ?? null,
    type: value === undefined ? 'boolean' : isNumber ? 'number' : isFile ? 'file' : 'text',
    required: mandatory,
    repeatable: variadic || [argChoices?.[0] ?? '', '7', '7=7'].some(keepsEarlier),
    choices: argChoices ?? null,
    default: toDefault(defaultValue ?? defaultValueDescription),
  }
}

const toDefault = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null)

/** Reads the examples from the help, which has them last. A line that goes on is joined to its first. */
function examplesOf(command: Command): string[] {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  const [, examples = ''] = /^Examples:\n((?: {2}.*\n)+)/m.exec(help) ?? []
  const lines = examples.trim().split(/\n {2}(?! )/)
  return lines.filter(Boolean).map((line) => line.replaceAll(/ (?:\\)?\n +/g, ' ').replaceAll(/\n +/g, ' '))
}

export function present(commands: readonly CommandItem[]): Presentation {
  return {
    document: {
      shape: 'list',
      rows: commands,
      table: (options) => renderTable(COLUMNS, commands.slice(1), options),
    },
  }
}

const COLUMNS = [
  { title: 'COMMAND', text: ({ command }: CommandItem) => command },
  { title: 'EFFECT', text: ({ effect }: CommandItem) => effect },
  { title: 'SCOPES', text: ({ scopes }: CommandItem) => (scopes?.length === 0 ? 'login' : (scopes?.join(', ') ?? '')) },
  { title: 'EXTENSION', text: ({ extension }: CommandItem) => extension ?? '', dropOrder: 1 },
  { title: 'DESCRIPTION', text: ({ description }: CommandItem) => description },
]
