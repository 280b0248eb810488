import { type Command, Option } from 'commander'
import { type EditableEntity, inputFields, type InputField } from '@rapport/core/entities/entity.ts'

/** Option values of a command, by Commander's names. */
export type GivenOptions = Readonly<Record<string, string | undefined>>

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
    // Help and completion show the choices; the verb checks them, to report all issues at once.
    command.addOption(choices ? option.choices(choices).argParser((text) => text) : option)
  }
  return command
}
