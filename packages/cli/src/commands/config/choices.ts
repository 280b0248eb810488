import { Argument } from 'commander'

/** An argument whose choices help and completion know, while the verb checks them: it knows what was probably meant. */
export function choiceArgument(name: string, description: string, choices: readonly string[]): Argument {
  return new Argument(name, description).choices(choices).argParser((text) => text)
}
