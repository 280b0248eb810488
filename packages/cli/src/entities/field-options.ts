import { type EditableEntity, inputFields, type InputField } from '@rapport/core/entities/entity.ts'
import { type Command, Option } from 'commander'

/** Option values by Commander's attribute names. */
export type OptionValues = Readonly<Record<string, string | undefined>>

export function toOption({ flag }: InputField): Option {
  return new Option(flag)
}

/** Adds an option per field. For a new record, the help names the defaults. */
export function addFieldOptions(
  command: Command,
  entity: Pick<EditableEntity, 'fields'>,
  { isNew }: { isNew: boolean },
) {
  for (const [, { flag, help, choices, default: initial }] of inputFields(entity)) {
    const isInitial = isNew && initial !== undefined
    // The schema sets the default. The option only names it, since an update with it would change the field.
    const option = new Option(flag, isInitial ? `${help} (default: ${initial})` : help)
    if (isInitial) option.default(undefined, initial)
    // Choices are for help and completion. The command validates, so that it reports all issues at once.
    command.addOption(choices ? option.choices(choices).argParser((text) => text) : option)
  }
  return command
}
