import type { Command, Option } from 'commander'

/** All that can be typed, by the commands before it. */
export interface WordTree {
  places: readonly Place[]
  /** The options that every command takes. */
  global: readonly WordOption[]
}

/** A command, and what may follow it. */
export interface Place {
  /** The words of the command, each with a blank before it: nothing for the program, " users list" for a verb. */
  at: string
  commands: readonly Word[]
  /** What an argument may be, where that is known. */
  choices: readonly string[]
  /** Whether an argument is the name of a profile that is there. */
  takesProfile: boolean
  options: readonly WordOption[]
}

export interface Word {
  name: string
  description: string
}

export interface WordOption {
  /** Such as `-q` and `--quiet`. */
  names: readonly string[]
  description: string
  /** What comes after it: nothing, a file, one of the choices, the name of a profile, or any text. */
  takes: 'nothing' | 'file' | 'choice' | 'profile' | 'text'
  choices: readonly string[]
  /** Whether it takes more than one, up to the next option. */
  repeats: boolean
}

/** What a program takes, read from its commands. */
export function wordTree(program: Command): WordTree {
  const global = program.options.filter(({ long }) => long !== VERSION)
  return { places: placesOf(program, ''), global: global.map(optionOf) }
}

function placesOf(command: Command, at: string): Place[] {
  const place: Place = {
    at,
    commands: command.commands.map((child) => ({ name: child.name(), description: child.description() })),
    choices: command.registeredArguments[0]?.argChoices ?? [],
    takesProfile: at.startsWith(' profile ') && command.registeredArguments.length > 0,
    // Those of the program are for every command, but for one; help is an option that Commander lists nowhere.
    options: [...command.options.filter(({ long }) => at !== '' || long === VERSION).map(optionOf), HELP],
  }
  return [place, ...command.commands.flatMap((child) => placesOf(child, `${at} ${child.name()}`))]
}

const VERSION = '--version'
const PROFILE = '--profile'
const HELP: WordOption = {
  names: ['-h', '--help'],
  description: 'show help',
  takes: 'nothing',
  choices: [],
  repeats: false,
}

function optionOf(option: Option): WordOption {
  const { short, long, description, argChoices: choices = [], required, optional, variadic: repeats, flags } = option
  const names = [short, long].filter((name) => name !== undefined)
  const known = { names, description, choices, repeats }
  if (!required && !optional) return { ...known, takes: 'nothing' }
  if (choices.length > 0) return { ...known, takes: 'choice' }
  if (long === PROFILE) return { ...known, takes: 'profile' }
  return { ...known, takes: /<(files?|folder)\b/.test(flags) ? 'file' : 'text' }
}

/** Every option in its place; those of the program are in all of them, `undefined`. */
export function placedOptions({ places, global }: WordTree): { at: string | undefined; option: WordOption }[] {
  return [
    ...global.map((option) => ({ at: undefined, option })),
    ...places.flatMap(({ at, options }) => options.map((option) => ({ at, option }))),
  ]
}

/**
 * Prints the names of the profiles on this machine: no call of the API, which would take too long for a key. Only what can
 * be one, since shells expand what they are given.
 */
export const PROFILE_NAMES =
  "rapport profile list --output csv --fields name 2>/dev/null | tr -d '\\r' | sed 1d | grep -Ex '[A-Za-z0-9][A-Za-z0-9_-]*'"
