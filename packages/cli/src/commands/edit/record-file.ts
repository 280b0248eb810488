import type { Difference } from '@rapport/core/catalogue/plan/plan.ts'
import { toRemoteRecord } from '@rapport/core/catalogue/plan/remote-records.ts'
import { isSameValue } from '@rapport/core/catalogue/read/row.ts'
import { type FileField, fileFields, imageField, type Values } from '@rapport/core/catalogue/read/row.ts'
import { writeYaml } from '@rapport/core/catalogue/write-catalogue.ts'
import type { EditableEntity, ServerRecord } from '@rapport/core/entities/entity.ts'
import { readRecord } from '#cli/catalogue/record-body.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'

/** Returns the fields except the slug, which the server creates. */
function editableFields(entity: EditableEntity): FileField[] {
  return fileFields(entity).filter(({ type }) => type !== 'slug')
}

/** Returns the values for the file: an image as URL, missing texts as empty. */
export function fileValues(entity: EditableEntity, record: ServerRecord): Values {
  const { values, image } = toRemoteRecord(entity, record)
  const field = imageField(entity) ?? ''
  return Object.fromEntries(
    editableFields(entity).map(({ name, type }) => {
      const empty = type === 'text' ? '' : undefined
      return [name, name === field ? image : (values[name] ?? empty)]
    }),
  )
}

/** Writes a catalogue with one record, below comment lines. */
export function writeRecord(entity: EditableEntity, values: Values, lines: readonly string[]): string {
  return writeYaml({ [entity.noun]: [values] }, lines.map(visibleLine).join('\n '))
}

/** Reads the file and returns what changed. Throws `CliError` (usage) naming the lines of issues. */
export function readChanges(entity: EditableEntity, values: Values, file: { name: string; text: string }) {
  return differences(entity, values, readRecord(entity, file).values)
}

/** Compares fields; a field that is left out is unchanged. */
function differences(entity: EditableEntity, from: Values, to: Values): Difference[] {
  return editableFields(entity).flatMap((field) => {
    const { name } = field
    if (to[name] === undefined || isSameValue(field, from[name], to[name])) return []
    return [{ field: name, from: from[name] ?? null, to: to[name] }]
  })
}
