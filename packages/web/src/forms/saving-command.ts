import { inputFields, type EditableEntity } from '@rapport/core/entities/entity.ts'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { parseTypedDecimal } from '#forms/decimal.ts'
import { commandLine } from '#ui/copy-as-command/command-line.ts'

interface SavingOptions<Values extends FieldValues, Input> {
  entity: Pick<EditableEntity, 'noun' | 'fields'>
  /** Undefined for a new record. */
  id: string | number | undefined
  form: UseFormReturn<Values, unknown, Input>
}

/** Returns the command that saves a form: all fields of a new record, the changed fields of another. */
export function savingCommand<Values extends FieldValues, Input>({ entity, id, form }: SavingOptions<Values, Input>) {
  const values = form.getValues()
  const includedFields = inputFields(entity).flatMap(([name, { flag, type }]) => {
    const value: unknown = values[name]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of a form are those of its entity
    const isIncluded = id === undefined ? value !== '' : form.getFieldState(name as Path<Values>).isDirty
    return isIncluded && value !== undefined ? [{ flag: flag.replace(/ .*/, ''), type, value }] : []
  })
  const file = includedFields.map(({ value }) => value).find((value) => value instanceof File)
  const verb = id === undefined ? ['create'] : ['update', `id:${id}`]
  return {
    text: commandLine(
      [entity.noun, ...verb],
      Object.fromEntries(includedFields.map(({ flag, type, value }) => [flag, formatArgument(type, value)])),
    ),
    note: file && `It reads the image from ${file.name} in the folder where you run it.`,
  }
}

function formatArgument(type: string, value: unknown): string {
  if (value instanceof File) return value.name
  if (type === 'parent') return `id:${String(value)}`
  if (type === 'decimal') return String(parseTypedDecimal(String(value)))
  return String(value)
}
