import { zodResolver } from '@hookform/resolvers/zod'
import { unreadableFields } from '@rapport/core/api/read/records.ts'
import { changedSince, type Edits, type RecordValues } from '@rapport/core/client/edit-conflicts.ts'
import { MergeError } from '@rapport/core/client/merge-error.ts'
import { inputFields, type EditableEntity, type Form, type ServerRecord } from '@rapport/core/entities/entity.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues as FormValues, Path, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { useSaveRecord, type SaveSettings } from '#data/save-record.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import { orNotSet } from '#ui/primitives/display-text.ts'
import { readDraft } from './drafts.ts'
import { ConflictQuestion, EditConflict, type Side } from './edit-conflict.tsx'
import { useSaveForm, type SaveState } from './use-save-form.ts'

/** The props that a screen passes to the form of a record. */
export interface FormProps<Item> {
  /** Undefined for a new record. */
  record: Item | undefined
  onCancel: () => void
  /** Returns to the list. `keptFields` names fields that others changed. */
  onSaved: (name: string, keptFields: readonly string[]) => void
}

const MERGE_MESSAGES = {
  conflict: 'Not saved: this record was changed in the meantime, in the same fields. Your changes are kept.',
  deleted:
    'Not saved: this record was deleted in the meantime. Restore it from the trash, if the server has one, and save again; or copy what you typed into a new record.',
  invalid:
    'Not saved: this record was changed in the meantime, and some of its fields have to be corrected. Save it again.',
  busy: 'Not saved: others keep changing this record. Your changes are kept. Save it again in a moment.',
}

interface Options<Item, Values, Input extends Form> extends SaveSettings {
  entity: EditableEntity<Item, Input>
  /** Undefined for a new record. */
  record: Item | undefined
  /** Returns a record's form values; an image is undefined. */
  toValues: (record: Item | undefined) => Values
  /** Input schemas of a new record and of an update. */
  schemas: { create: z.ZodMiniType<Input, Values>; update: z.ZodMiniType<Input, Values> }
  /** Converts form values as the schemas do, without checking them. */
  toInput?: (values: Values) => FormValues
  /** Formats a value that is not human-readable. */
  formatValue?: (field: string, value: string) => string
  formatName: (input: Input) => string
  onSaved: FormProps<Item>['onSaved']
  missingFieldsMessage?: string
}

interface SaveResult<Input> {
  input: Input
  keptFields: readonly string[]
}

/**
 * Creates the form of a record that others may save too. Merges fields that one side changed; for fields that both
 * changed, the admin chooses.
 */
export function useRecordForm<
  Item extends ServerRecord & { version?: number | string | undefined },
  Values extends FormValues,
  Input extends FormValues,
>(options: Options<Item, Values, Input>) {
  const { entity, record, toValues, schemas, toInput = (values) => values, formatValue, formatName, onSaved } = options
  const { missingFieldsMessage } = options
  const { mutateAsync } = useSaveRecord(entity, options)
  const inputs = inputFields(entity)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a form has the fields of the entity's input
  const labels = Object.fromEntries(inputs.map(([name, { label, formLabel = label }]) => [name, formLabel])) as Record<
    keyof Values & string,
    string
  >
  const isNew = record === undefined
  const [conflict, setConflict] = useState<Conflict>()
  const schema = isNew ? schemas.create : schemas.update
  const operation = entity.operations[isNew ? 'create' : 'update']
  const draftName = `${entity.singular}:${record?.id ?? 'new'}`

  const [initialBase] = useState(() => record && draftBase(toSavedValues(record, toValues), draftName))
  /** The saved value of each field, as the form showed it last. */
  const base = useRef<RecordValues>(initialBase ?? {})

  /** Leaves out errors of saved values that nobody edited, which may be some that could not be typed. */
  const withoutSavedErrors: Resolver<Values, unknown, Input> = async (values, ...context) => {
    const result = await zodResolver<Values, unknown, Input>(schema)(values, ...context)
    if (!record) return result
    const edited = editedFields(values, base.current)
    const mustChange = (name: string) =>
      name in edited || name in unreadableFields(record) || valueText(base.current[name]) === ''
    const wrong = Object.keys(result.errors)
    if (wrong.length === 0 || wrong.some(mustChange)) {
      for (const name of wrong) if (!mustChange(name)) Reflect.deleteProperty(result.errors, name)
      return result
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the edited fields are valid, and only they are saved
    return { values: toInput(values) as Input, errors: {} }
  }

  const {
    form,
    field: fieldProps,
    state,
  } = useSaveForm<Values, Input, SaveResult<Input>>({
    values: toValues(record),
    resolver: withoutSavedErrors,
    formatError: (error) => (error instanceof MergeError ? MERGE_MESSAGES[error.reason] : errorText(operation, error)),
    draftName,
    findBase: (field) => base.current[field],
    missingFields: missingFieldsMessage === undefined ? undefined : { message: missingFieldsMessage, labels },
    async save(input, values) {
      if (isNew) return mutateAsync({ input })
      const edited = Object.keys(editedFields(values, base.current))
      const edits = Object.fromEntries(edited.map((name) => [name, input[name]]))
      return mutateAsync({
        edit: { record, base: base.current, edits },
        toValues: (current) => toSavedValues(current, toValues),
      })
    },
    onError: (error) => {
      if (!(error instanceof MergeError) || error.reason !== 'conflict') return
      const { fields, theirs, isGuarded } = error
      setConflict({ fields, theirs, isGuarded, mine: form.getValues(), choices: {} })
    },
    onSaved: ({ input, keptFields }) =>
      onSaved(
        formatName(input),
        keptFields.map((field) => labels[field] ?? field),
      ),
  })

  // Unedited fields follow the saved record; edited ones keep their base.
  const followSaved = useEffectEvent((current: Item) => {
    const saved = toSavedValues(current, toValues)
    const edited = editedFields(form.getValues(), saved)
    const editedBase = Object.entries(base.current).filter(([field]) => field in edited)
    base.current = { ...saved, ...Object.fromEntries(editedBase) }
  })
  useEffect(() => {
    if (record) followSaved(record)
  }, [record])

  /** Keeps one side of a conflict. The admin has seen the other value, which becomes the base. */
  const choose = (field: string, side: Side) => {
    if (!conflict) return
    const { mine, theirs, choices } = conflict
    base.current = { ...base.current, [field]: theirs[field] }
    // Also keeps text typed since, so that the choice can be reverted.
    const typed = choices[field] === 'theirs' ? mine[field] : form.getValues()[field]
    const saved = toValues(record)[field] === undefined ? undefined : theirs[field]
    state.setFields({ [field]: side === 'mine' ? typed : saved })
    setConflict({ ...conflict, mine: { ...mine, [field]: typed }, choices: { ...choices, [field]: side } })
  }

  const undecidedField = conflict?.fields.find((field) => !(field in conflict.choices))
  const submitState: SaveState = {
    ...state,
    errorDetail: conflict && record && (
      <ConflictQuestion {...conflict} record={{ entity: entity.singular, id: record.id }} />
    ),
    submit: (event) => {
      if (undecidedField === undefined) {
        setConflict(undefined)
        return state.submit(event)
      }
      event.preventDefault()
      document.querySelector<HTMLElement>(`[name="keep-${CSS.escape(undecidedField)}"]`)?.focus()
    },
    discard: () => {
      if (record) base.current = toSavedValues(record, toValues)
      setConflict(undefined)
      state.discard()
    },
  }
  const conflictChoice = conflict && (
    <EditConflict {...conflict} labels={labels} formatValue={formatValue} onChoose={choose} />
  )
  const [image] = inputs.find(([, { type }]) => type === 'image') ?? []
  const kind = RECORD_KINDS[entity.singular]
  /** Props of `FormPanel`. */
  const panel = {
    title: `${isNew ? 'Add' : 'Edit'} ${kind.label}`,
    state: submitState,
    conflictChoice,
    record: record && {
      entity: entity.singular,
      id: record.id,
      name: 'nameField' in kind ? orNotSet(valueText(record[kind.nameField])) : undefined,
      image: image === undefined ? undefined : { field: image, path: record[image] },
    },
  }
  const field = <Name extends Path<Values>>(name: Name) => ({ label: labels[name], ...fieldProps(name) })
  return { form, field, labels, isNew, panel }
}

interface Conflict extends Pick<MergeError, 'fields' | 'theirs' | 'isGuarded'> {
  mine: RecordValues
  choices: Readonly<Record<string, Side>>
}

/** Returns the saved values, replaced by the draft's base for the fields in the draft. */
function draftBase(saved: RecordValues, draftName: string): RecordValues {
  const draft = readDraft(draftName)
  const fields = Object.keys(draft?.texts ?? {})
  return { ...saved, ...Object.fromEntries(fields.map((field) => [field, draft?.base[field]])) }
}

/** Returns the saved values of a record's form fields, with image URLs. */
function toSavedValues<Item extends object>(record: Item, toValues: (record: Item) => object): RecordValues {
  const values = Object.entries<unknown>({ ...toValues(record) })
  return Object.fromEntries(values.map(([name, value]) => [name, value ?? Reflect.get(record, name)]))
}

/** Returns form values that differ from `base`, without images that were not chosen again. */
function editedFields(values: object, base: RecordValues): Edits {
  const definedValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const editedNames = changedSince(Object.keys(definedValues), base, definedValues)
  return Object.fromEntries(editedNames.map((name) => [name, definedValues[name]]))
}
