import { CATALOGUE } from '../../entities/catalogue.ts'
import type { EditableEntity, FieldType } from '../../entities/entity.ts'
import { isNumeric, notANumberMessage, parseUserNumber } from '../../entities/field-values.ts'

/** A field in a file, where the parent's name replaces its id. */
export interface FileField {
  name: string
  type: FieldType
}

const NOT_IN_FILES: ReadonlySet<FieldType> = new Set<FieldType>(['id', 'parent', 'instant', 'readOnly'])

const FILE_FIELDS = new Map(
  CATALOGUE.map((entity) => [
    entity,
    Object.entries(entity.fields).flatMap(([name, { type }]): FileField[] => {
      if (name === entity.parent?.nameField) return [{ name, type: 'name' }]
      return NOT_IN_FILES.has(type) ? [] : [{ name, type }]
    }),
  ]),
)

/** Returns the fields of an entity in files, in the order in which they are written. */
export function fileFields(entity: EditableEntity): readonly FileField[] {
  return FILE_FIELDS.get(entity) ?? []
}

/** Converts the name of a column, such as `Price` or `Product ID`, to a field's. With an entity, it may be a label too. */
export function columnToField(column: string, entity?: EditableEntity): string {
  const name = column.toLowerCase().replaceAll(/[\s-]+/g, '_')
  if (!entity || Object.hasOwn(entity.fields, name)) return name
  const labelled = Object.entries(entity.fields).find(([, field]) =>
    [field.label, 'formLabel' in field ? field.formLabel : undefined].some(
      (label) => label && columnToField(label) === name,
    ),
  )
  return labelled?.[0] ?? name
}

export function imageField(entity: EditableEntity): string | undefined {
  return fileFields(entity).find(({ type }) => type === 'image')?.name
}

/** The text of a catalogue file. */
export interface SourceFile {
  /** The name as the user gave it. */
  name: string
  /** The folder that image paths are relative to. */
  folder: string
  /** The text without byte order mark. */
  text: string
}

/** Values by field. An omitted field stays as it is on the server. */
export type Values = Readonly<Record<string, string | number | undefined>>

/** One record as a file describes it. */
export interface Row {
  entity: EditableEntity
  location: SourceLocation
  /** The folder that image paths are relative to. */
  folder: string
  /** The fields as written in the file, for --rejects. */
  written: Readonly<Record<string, unknown>>
  /** The fields that could be parsed. */
  values: Values
  /** The locations of single fields; empty for a CSV. */
  fieldLocations: ReadonlyMap<string, SourceLocation>
}

/** An error in a field, in a row, or in the file. */
export interface FileIssue extends LocatedMessage {
  row?: Row
  field?: string
}

export interface RowsAndIssues {
  rows: Row[]
  issues: FileIssue[]
  /** Lists without a value, such as a file that ends after its heading: an issue where missing records are deleted. */
  valueless?: FileIssue[]
}

export function noRowsMessage(reason: string, { noun }: EditableEntity): string {
  return `${reason}. To delete all ${noun}, write “${noun}: []” in a YAML file.`
}

/** Creates an issue at the location of a field, or of the row if the field has none. */
export function issueAt(row: Row, field: string, message: string): FileIssue {
  return { ...(row.fieldLocations.get(field) ?? row.location), message, row, field }
}

/**
 * Reads a field that is written without a value. That clears a text and is never taken as unchanged: the plan refuses it for what
 * cannot be empty, unless the server has no value either.
 */
export function emptyFieldIn(
  row: Row,
  values: Record<string, string | number | undefined>,
  field: FileField,
  issues: FileIssue[],
): void {
  if (field.type === 'decimal') parseFieldInto(row, values, field, '', issues)
  else if (field.type !== 'slug') values[field.name] = ''
}

/**
 * Parses a field into `values`, or adds an issue. A blank integer, choice, image or slug counts as omitted. A choice may be in any
 * letter case.
 */
export function parseFieldInto(
  row: Row,
  values: Record<string, string | number | undefined>,
  { name, type }: FileField,
  text: string,
  issues: FileIssue[],
): void {
  const isBlank = text.trim() === ''
  if (isNumeric({ type })) {
    if (isBlank && type === 'integer') return
    const number = parseUserNumber(text)
    if (number !== undefined) values[name] = number
    else issues.push(issueAt(row, name, `${name}: ${notANumberMessage(text, { type })}`))
  } else if (type === 'choice' || type === 'image' || type === 'slug') {
    const field = row.entity.fields[name]
    const choices = field && 'choices' in field ? field.choices : undefined
    const choice = choices?.find((candidate) => candidate.toLowerCase() === text.trim().toLowerCase())
    if (!isBlank) values[name] = choice ?? text.trim()
  } else values[name] = text.replaceAll(/\r\n?/g, '\n')
}

/** Returns true if two values of a field are the same. Undefined equals an empty text. */
export function isSameValue({ type }: FileField, left: Values[string], right: Values[string]): boolean {
  const [isLeftMissing, isRightMissing] = [left, right].map((value) => value === undefined || value === '')
  if (isNumeric({ type }) && !isLeftMissing && !isRightMissing) return Number(left) === Number(right)
  const comparable = (value: Values[string]) => {
    const text = String(value ?? '').replaceAll(/\r\n?/g, '\n')
    // The schemas trim names, but not texts.
    return type === 'text' ? text : text.trim()
  }
  return comparable(left) === comparable(right)
}

/** An error in a file. Lines and columns count from 1; saved plans and other servers have none. */
export interface LocatedMessage {
  file: string
  line?: number | undefined
  column?: number | undefined
  message: string
}

export type SourceLocation = Omit<LocatedMessage, 'message'>

/** Formats a location as editors open it: `file:line:column`. */
export function formatLocation({ file, line, column }: SourceLocation): string {
  return [file, line, column].filter((part) => part !== undefined).join(':')
}

/** The new texts of fields by name; undefined removes the field. */
export type Corrections = ReadonlyMap<string, string | undefined>

/** Applies corrections to a row, and returns it with the issues that remain. */
export function correctRow(row: Row, issues: readonly FileIssue[], corrections: Corrections) {
  const writtenFields: Record<string, unknown> = { ...row.written }
  const values: Record<string, string | number | undefined> = { ...row.values }
  for (const [name, text] of corrections) {
    delete values[name]
    if (text === undefined) delete writtenFields[name]
    else writtenFields[name] = text
  }
  const correctedRow: Row = { ...row, written: writtenFields, values }
  const remainingIssues = issues
    .filter(({ field }) => field === undefined || !corrections.has(field))
    .map((issue): FileIssue => Object.assign({}, issue, { row: correctedRow }))
  for (const field of fileFields(row.entity)) {
    const text = corrections.get(field.name)
    if (text !== undefined) parseFieldInto(correctedRow, values, field, text, remainingIssues)
  }
  return { row: correctedRow, issues: remainingIssues }
}
