import { type Command, Option } from 'commander'
import type { EditableEntity, InputField } from './entity.ts'

/** What the options of a command gave, by the names that Commander has for them. */
export type GivenOptions = Readonly<Record<string, string | undefined>>

/** The fields that can be given, with their names in the API. */
export function inputFields({ fields }: Pick<EditableEntity, 'fields'>): [name: string, field: InputField][] {
  return Object.entries(fields).flatMap(([name, field]) => ('flag' in field ? [[name, field]] : []))
}

export function optionOf({ flag }: InputField): Option {
  return new Option(flag)
}

/** Adds an option for each field, with the defaults where it is for new records. */
export function addFieldOptions(
  command: Command,
  entity: Pick<EditableEntity, 'fields'>,
  { isNew }: { isNew: boolean },
) {
  for (const [, { flag, help, choices, default: initial }] of inputFields(entity)) {
    const option = new Option(flag, isNew && initial !== undefined ? `${help} (default: ${initial})` : help)
    // Help and completion show the choices; the verb checks them, to report all mistakes at once.
    command.addOption(choices ? option.choices(choices).argParser((text) => text) : option)
  }
  return command
}
