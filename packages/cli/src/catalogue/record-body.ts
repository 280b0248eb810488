import { dirname, isAbsolute, join } from 'node:path'
import { fileFields, type Row } from '@rapport/core/catalogue/read/row.ts'
import { readYamlFile } from '@rapport/core/catalogue/read/yaml-rows.ts'
import { type EditableEntity, inputFields, type ServerRecord } from '@rapport/core/entities/entity.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { Deps } from '#cli/deps.ts'
import { type OptionValues, toOption } from '#cli/entities/field-options.ts'
import { CliError } from '#cli/io/errors.ts'
import { displayName, readNamedText } from '#cli/io/read-file.ts'
import { invalidRowsError } from './present-plan.ts'

/** Reads a file with one record. Throws `CliError` (usage) naming the lines of issues. */
export function readRecord(entity: EditableEntity, { name, text }: { name: string; text: string }): Row {
  const { rows, issues } = readYamlFile({ name, folder: '.', text }, [entity])
  if (issues.length > 0) throw invalidRowsError(issues)
  const [row, ...others] = rows
  if (row && others.length === 0) return row
  throw new CliError('bad_rows', `${name} must contain exactly one ${entity.singular}. Nothing was changed.`)
}

/**
 * Adds the fields of the record in `--body` to the options. What `get --json` prints has an id, and the slug and the address of
 * the image as they are on the server: these are not changes. Throws `CliError` for a field that is given twice, for another
 * record, and for an older version.
 */
export async function addBody(
  entity: EditableEntity,
  file: string,
  options: OptionValues,
  deps: Deps,
  findCurrent?: () => Promise<ServerRecord>,
): Promise<OptionValues> {
  const name = displayName(file)
  const { values, written } = readRecord(entity, { name, text: await readNamedText(file, deps) })
  const current = written['id'] === undefined ? undefined : await findCurrent?.()
  if (current && valueText(written['id']) !== String(current.id))
    throw new CliError('other_record', `${name} is ${entity.singular} ${valueText(written['id'])}, not ${current.id}.`)
  const version = valueText(written['version'])
  if (current && version !== '' && version !== valueText(current['version'])) {
    throw new CliError('changed_meanwhile', `${entity.singular} ${current.id} was changed after ${name} was read.`, {
      hint: `Read it again with rapport ${entity.noun} get ${current.id} --json`,
    })
  }
  const slug = fileFields(entity).find(({ type }) => type === 'slug')
  if (slug && values[slug.name] !== undefined && written['id'] === undefined)
    throw new CliError('usage', `${slug.name} of ${name} cannot be set: the server makes it.`)
  const texts: Record<string, string> = {}
  for (const [id, field] of inputFields(entity)) {
    const fieldName = id === entity.parent?.idField ? entity.parent.nameField : id
    const value = values[fieldName]
    const isImage = field.type === 'image'
    if (value === undefined || (isImage && value === valueText(current?.[id]))) continue
    const option = toOption(field)
    if (options[option.attributeName()] !== undefined)
      throw new CliError('usage', `${fieldName} of ${name} and ${option.long} are the same field: give it once.`)
    const path = String(value)
    texts[option.attributeName()] = isImage && !isAbsolute(path) ? join(dirname(file), path) : path
  }
  return { ...options, ...texts }
}
