import type { EntityName, OperationId } from '../api/operations.ts'
import type { Store } from '../api/stores.ts'

export type Id = number | string

/** A record of any entity, by the API's field names. */
export type ServerRecord = { id: Id; [field: string]: unknown }

/**
 * The type of a field, which decides how it is read from a flag or file, compared and shown:
 * - `name` must not be empty; `code` is a name whose letter case counts; `text` may be emptied.
 * - `choice` and `integer` stay as they are if a file leaves the cell empty; `decimal` keeps its exact digits.
 * - `image` is a URL on the server, and the path of a file in flags and catalogues.
 * - `slug` is made by the server: a file may name a record by it, but cannot set it.
 * - `parent` is the id of the parent record, which can be given by id, slug or name.
 * - `instant` is a date with a time, and like `readOnly` cannot be set.
 */
export type FieldType =
  | 'id'
  | 'name'
  | 'code'
  | 'text'
  | 'choice'
  | 'decimal'
  | 'integer'
  | 'image'
  | 'slug'
  | 'parent'
  | 'instant'
  | 'readOnly'

/** The colour of a value in tables. */
export type Tone = 'green' | 'red' | 'yellow' | 'magenta'

/** A field of a record. Each entity describes its fields once; flags, tables, CSV and catalogue files derive from that. */
export interface Field<Item = ServerRecord> {
  type: FieldType
  label: string
  /** Formats the value for a table. Defaults to the value itself. */
  tableText?(record: Item): string
  /** Returns the value for CSV and catalogue files, if the field is an object. */
  fileValue?(record: Item): unknown
  /** Where people see the field; everywhere by default. CSV and JSON have every field. */
  shownIn?: 'detailsOnly' | 'dataOnly'
  tone?(record: Item): Tone | undefined
  /** Columns with a number are dropped from a narrow table: 1 before 2. */
  dropOrder?: number
}

/** A field that can be given by flag, file or form. */
export interface InputField<Item = ServerRecord> extends Field<Item> {
  /** The label in the console's forms, if it differs. */
  formLabel?: string
  /** The flag in Commander's syntax: `--name <name>`. */
  flag: string
  help: string
  choices?: readonly string[]
  /** The default of a new record. */
  default?: string
}

type TypeOf<Value> = Value extends Blob
  ? 'image'
  : Value extends number
    ? 'decimal' | 'integer'
    : string extends Value
      ? 'name' | 'code' | 'text' | 'parent'
      : 'choice'

/**
 * An entry per field of the contract, with a flag if a save takes the field. A missing entry is a type error. The `version` is
 * left out, since users never see it.
 */
export type FieldsOf<Item, Input = object> = {
  [Name in Exclude<keyof Item, 'version'> | keyof Input]-?: Name extends keyof Input
    ? InputField<Item> & { type: TypeOf<NonNullable<Input[Name]>> }
    : Field<Item>
}

/** The part of a zod schema that entities use. */
export interface InputSchema<Output> {
  safeParse: (value: unknown) => { success: true; data: Output } | { success: false; error: { issues: Issue[] } }
}

export interface Issue {
  path: readonly PropertyKey[]
  message: string
  /** The allowed values of a choice. */
  values?: readonly unknown[]
}

/** Options of a server with a trash. `batch` groups records, so that one call restores them; `erase` deletes permanently. */
export interface DeleteQuery {
  batch?: string
  erase?: true
  reason?: string
}

/** The description of an entity for the tool and for the console's import. */
export interface Entity<Item = ServerRecord> {
  /** The plural noun, as in `rapport users`. */
  noun: string
  singular: string
  /** The plural in sentences, if it differs from the noun. */
  plural?: string
  /** The fields, in the order of the columns of a CSV. */
  fields: Readonly<Record<string, Field<Item> | InputField<Item>>>
  /** The order of a table's columns, if it differs. */
  tableOrder?: readonly string[]
  emptyMessages: { noRecords: string; noMatches: string }
  /** The fields that a search looks into. */
  searchFields: readonly string[]
  /** Returns the name of a record for prompts. */
  titleOf(record: Item): string
  /** The operations of the contract, which also name the messages of their failures. */
  operations: Readonly<Record<'list' | 'delete', OperationId>>
  /** Whether a server with a trash moves deleted records there. */
  movesToTrash?: true
  /** The field with the records, if the list is not the whole response. */
  listField?: string
}

/** The body of a save, by the API's field names. */
export type Form = Readonly<Record<string, unknown>>

/** An entity whose records can be created, updated, and kept in the files of a catalogue. */
export interface EditableEntity<Item = ServerRecord, Input = Form> extends Entity<Item> {
  singular: EntityName
  /** Fields besides the id that name a record on the command line, by prefix: `slug:trust`. */
  lookupFields: Readonly<Record<string, string>>
  /** Fields that are unique together. A row of a catalogue finds its record by them. */
  keyFields: readonly string[]
  /** The entity of the parent, and the fields with the parent's id and name. */
  parent?: { noun: string; idField: string; nameField: string }
  operations: Readonly<Record<'list' | 'create' | 'update' | 'delete', OperationId>>
  /** Whether an update must send every field, because the server empties the others. */
  savesEveryField: boolean
  /** Loads the schemas on demand, since zod would slow down `--help`. */
  schemas(): Promise<{ create: InputSchema<Input>; update: InputSchema<Input> }>
  /** Returns warnings about values that can be saved but that the stores of the products reject, by field. */
  warningsFor?(form: Input, stores: readonly Store[], before?: Item): Readonly<Record<string, readonly string[]>>
}

export function inputFields({ fields }: Pick<EditableEntity, 'fields'>): [name: string, field: InputField][] {
  return Object.entries(fields).flatMap(([name, field]) => ('flag' in field ? [[name, field]] : []))
}

export function inputValues(entity: Pick<EditableEntity, 'fields'>, record: ServerRecord): Form {
  return Object.fromEntries(inputFields(entity).map(([name]) => [name, record[name]]))
}

/** Returns true if the schemas refuse a record without the field. */
export function isRequired({ type }: Field): boolean {
  return type === 'name' || type === 'code' || type === 'parent'
}

/**
 * Validates the input of a save. Stored values that nobody edits are sent back as they are, even if they could not be typed.
 * Defaults are added to new records only, since an update must not reset what it was not given.
 */
export function parseInput<Input extends Form>(
  schema: InputSchema<Input>,
  input: Form,
  { isNew = false, isEdited }: { isNew?: boolean; isEdited: (field: string) => boolean },
): { data: Input; issues?: undefined } | { data?: undefined; issues: Issue[] } {
  const result = schema.safeParse(input)
  const issues = result.success ? [] : result.error.issues.filter(({ path: [name] }) => isEdited(String(name)))
  if (issues.length > 0) return { issues }
  const data = result.success ? result.data : input
  const entries = Object.entries(data).filter(([name]) => isNew || input[name] !== undefined)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what has a default may be left out of every call
  return { data: Object.fromEntries(entries) as Input }
}
