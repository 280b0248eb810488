import type { Call } from '../api/call.ts'
import type { Api } from '../api/client.ts'
import type { EntityName, OperationId } from '../api/operations.ts'

export type Id = number | string

/** A record of any entity, by the API's field names. */
export type ServerRecord = { id: Id; [field: string]: unknown }

/**
 * What a field is. It decides how the field is read from a flag or a file, compared and shown:
 * - `name` must not be empty; `code` is a name whose letter case counts; `text` may be emptied.
 * - `choice` and `integer` stay as they are where a file leaves the cell empty; `decimal` keeps its exact digits.
 * - `image` is a URL on the server, and the path of a file in flags and catalogues.
 * - `slug` is made by the server, and only finds a record.
 * - `parent` is the id of the record that this one belongs to, given by its id, slug or name.
 * - `readOnly` cannot be given.
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
  | 'readOnly'

/** How a value stands out. */
export type Tone = 'green' | 'red' | 'yellow' | 'magenta'

/** A field of a record. */
export interface Field<Row = ServerRecord> {
  type: FieldType
  label: string
  /** The text in a table, if it is not the value itself. */
  text?(row: Row): string
  /** The value in a CSV, if the field is an object. */
  cell?(row: Row): unknown
  /** In lists and in the details of one record, unless said. CSV and JSON have every field, in the order of the fields. */
  shownIn?: 'details' | 'data'
  tone?(row: Row): Tone | undefined
  /** Dropped from a table where the terminal is too narrow for all columns: 1 before 2. */
  dropOrder?: number
}

/** A field that can be given: by a flag, a file, or in the terminal browser. */
export interface InputField<Row = ServerRecord> extends Field<Row> {
  /** As Commander takes it: `--name <name>`. */
  flag: string
  help: string
  choices?: readonly string[]
  /** What the server gets when a new record leaves it out. */
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
 * A field for each of the contract, with a flag where the call that saves takes it. Leaving one out does not compile. The
 * `version` is not for people: it says whether a record has changed.
 */
export type FieldsOf<Row, Sent = object> = {
  [Name in Exclude<keyof Row, 'version'> | keyof Sent]-?: Name extends keyof Sent
    ? InputField<Row> & { type: TypeOf<NonNullable<Sent[Name]>> }
    : Field<Row>
}

/** A zod input of core, as far as it is used here. */
export interface Input<Output> {
  safeParse: (value: unknown) => { success: true; data: Output } | { success: false; error: { issues: Issue[] } }
}

export interface Issue {
  path: readonly PropertyKey[]
  message: string
  /** What may be chosen from. */
  values?: readonly unknown[]
}

export interface CallDeps {
  api: Api
  call: Call
  /** Ends the call. */
  signal: AbortSignal
}

/** Options of a server with a trash: the batch that restores records deleted together, or permanent deletion. */
export interface DeleteQuery {
  batch?: string
  erase?: true
}

/** The call that deletes one record. */
export interface DeleteOperation {
  operation: OperationId
  /** Whether a server with a trash keeps the record there. */
  movesToTrash?: true
  /** With a version, a server that has them refuses (412) when the record has another. */
  send(id: string, deps: CallDeps, query: DeleteQuery, version?: number): Promise<unknown>
}

export interface ListOptions {
  /** For what plans writes, as of `unwrap`: a wrong address must never look like an empty list. */
  strictList?: boolean
}

/** Describes the records of an entity, for the tool, and for the console's import of a catalogue. */
export interface Entity<Row = ServerRecord> {
  /** The plural noun, as in `rapport users`. */
  noun: string
  /** The singular noun. */
  singular: string
  /** The plural in sentences, where it is not the type. */
  plural?: string
  /** In the order of a CSV. */
  fields: Readonly<Record<string, Field<Row> | InputField<Row>>>
  /** The order of a table, where it is another. */
  tableOrder?: readonly string[]
  /** The text of an empty list, and of a search without matches. */
  emptyTexts: { all: string; found: string }
  /** The fields that a search looks into. */
  searchFields: readonly string[]
  /** Names a record in the question before it is deleted. */
  titleOf(row: Row): string
  list(deps: CallDeps, options?: ListOptions): Promise<Row[]>
  /** Adds names that the server leaves out of its records. */
  withNames?(rows: Row[], deps: CallDeps): Promise<Row[]>
  delete: DeleteOperation
}

/** The body of a save, by the API's field names. */
export type Form = Readonly<Record<string, unknown>>

/** An entity whose records can be created, updated, and kept in the files of a catalogue. */
export interface EditableEntity<Row = ServerRecord, Sent = Form> extends Entity<Row> {
  singular: EntityName
  /** What names a record on the command line besides its id: the field of each prefix, as in `slug:trust`. */
  references: Readonly<Record<string, string>>
  /** The fields that no two records share: they find a record in a catalogue. */
  key: readonly string[]
  /** The entity that each record belongs to one of; `id` and `name` are the fields that say to which. */
  parent?: { noun: string; idField: string; nameField: string }
  /** Its calls, for the texts of their failures. */
  operations: Readonly<Record<'list' | 'create' | 'update', OperationId>>
  /** Whether a change has to send every field, so that one left out would be emptied. */
  savesEveryField: boolean
  /** Loaded when something is saved: zod takes longer to load than help may take. */
  inputs(): Promise<{ create: Input<Sent>; update: Input<Sent> }>
  /**
   * Adds a record, or changes the one with the id, while it has the version if one is named. Undefined where the server
   * says no more than that it saved.
   */
  save(form: Sent, id: Id | undefined, deps: CallDeps, version?: number): Promise<Row | undefined>
  /** What is worth a hint about what was saved, by field. */
  hintsFor?(form: Sent, before?: Row): Readonly<Partial<Record<string, readonly string[]>>>
}

/** All records, with their names. */
export async function listWithNames<Row>(entity: Entity<Row>, deps: CallDeps): Promise<Row[]> {
  const rows = await entity.list(deps)
  return entity.withNames ? entity.withNames(rows, deps) : rows
}

/** The fields that can be given, with their names in the API. */
export function inputFields({ fields }: Pick<EditableEntity, 'fields'>): [name: string, field: InputField][] {
  return Object.entries(fields).flatMap(([name, field]) => ('flag' in field ? [[name, field]] : []))
}

/** What a record has in those fields. */
export function inputValues(entity: Pick<EditableEntity, 'fields'>, record: ServerRecord): Form {
  return Object.fromEntries(inputFields(entity).map(([name]) => [name, record[name]]))
}

/** Whether the inputs refuse a record without the field. */
export function isRequired({ type }: Field): boolean {
  return type === 'name' || type === 'code' || type === 'parent'
}

/** A change leaves alone what it was not given: where a record has no such value, the input's default would be one. */
export function withoutDefaults<Sent extends Form>(form: Sent, given: Form): Sent {
  const sent = Object.entries(form).filter(([name]) => given[name] !== undefined)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what has a default may be left out of every call
  return Object.fromEntries(sent) as Sent
}

/** All members of a union of names, in the order given. Leaving one out does not compile. */
export function exhaustiveKeys<Name extends string>(names: Record<Name, true>): Name[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
  return Object.keys(names) as Name[]
}
