import { Argument, Option } from 'commander'

/** An option whose choices help and completion know, while the verb checks them: it tells every mistake at once. */
export function choiceOption(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).argParser((text) => text)
}

/** The same for an argument; the verb knows what was probably meant. */
export function choiceArgument(name: string, description: string, choices: readonly string[]): Argument {
  return new Argument(name, description).choices(choices).argParser((text) => text)
}
