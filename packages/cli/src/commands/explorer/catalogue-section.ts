import { createRecord, listWithNames } from '@rapport/core/client/records.ts'
import { findParent } from '@rapport/core/entities/catalogue.ts'
import { type EditableEntity, type InputField, type ServerRecord, inputFields } from '@rapport/core/entities/entity.ts'
import { isMultiline, withCents } from '@rapport/core/entities/field-values.ts'
import { describeLargePriceChanges, isLargePriceChange } from '@rapport/core/entities/products/price-change.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import type { Deps } from '#cli/deps.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import { selectRecords } from '#cli/entities/list-records.ts'
import { readImage } from '#cli/entities/read-image.ts'
import { formatField, toColumns } from '#cli/entities/record-presentation.ts'
import {
  type Changes,
  hintLines,
  parseFieldValue,
  readBack,
  saveEdit,
  toInputLabels,
} from '#cli/entities/save-record.ts'
import { validateInput } from '#cli/entities/validate-input.ts'
import type { RecordPage, Section, SectionField, SectionQuery } from '#cli/tui/explorer/section.ts'
import {
  type Deletions,
  createBaseSection,
  distinctTexts,
  splitFilter,
  toExplorerRow,
  toSortChoices,
  withSignal,
} from './base-section.ts'

export function createCatalogueSection(entity: EditableEntity, deps: Deps, deletions: Deletions): Section {
  return {
    ...createBaseSection(entity, deps, deletions),
    ...createWholeListReader(entity, deps),
    ...createEditActions(entity, deps),
  }
}

function createEditActions(entity: EditableEntity, deps: Deps): Pick<Section, 'fields' | 'save' | 'warningFor'> {
  const labels = toInputLabels(entity, 'update', ({ label }) => label)
  return {
    fields: inputFields(entity).map(([name, field]) => sectionField(name, field)),
    warningFor(row, { price }) {
      if (price === undefined || !isLargePriceChange({ from: row.record['price'], to: price })) return undefined
      return `${describeLargePriceChanges(1)}: from ${row.texts['price']} to ${withCents(price.trim())}.`
    },
    async save(row, texts, signal) {
      const viewDeps = withSignal(deps, signal)
      const values = await convertTexts(entity, texts, row === undefined, viewDeps)
      if (row === undefined) {
        const form = validateInput((await entity.schemas()).create, values, labels)
        const saved = await createRecord(viewDeps.client, entity, form)
        const { id } = await readBack(entity, { saved, form }, viewDeps)
        return [`Created ${entity.singular} ${id}.`, ...(await hintLines(entity, { form, labels }, viewDeps))]
      }
      const { hints } = await saveEdit(entity, { before: row.record, changes: values, labels }, viewDeps)
      return [`Updated ${entity.singular} ${row.id}.`, ...hints]
    },
  }
}

function sectionField(name: string, { type, label, help, choices, default: initial = '' }: InputField): SectionField {
  return {
    name,
    label: type === 'parent' ? label.replace(/ ID$/, '') : label,
    help:
      type === 'image' ? 'The path of an image file. For an existing record, leave it empty to keep the image.' : help,
    initial,
    choices,
    isMultiline: isMultiline({ type }),
  }
}

/** Converts form texts to field values. For a new record, leaves out empty ones. */
async function convertTexts(
  entity: EditableEntity,
  texts: Record<string, string>,
  isNew: boolean,
  deps: Deps,
): Promise<Changes> {
  const parentEntity = findParent(entity)
  const values: Record<string, unknown> = {}
  for (const [name, field] of inputFields(entity)) {
    const text = texts[name]
    if (text === undefined || (text.trim() === '' && (isNew || field.type === 'image'))) continue
    // Standard input carries the key presses, so `-` is a file of that name.
    if (field.type === 'image') values[name] = await readImage(text.trim() === '-' ? './-' : text.trim(), deps)
    else if (parentEntity && field.type === 'parent')
      values[name] = text.trim() && String((await findRecord(parentEntity, text, deps)).id)
    else values[name] = parseFieldValue(field, text)
  }
  return values
}

/** Formats a field for a form: with line breaks, and the parent's name instead of its id. */
function formText(entity: EditableEntity, [name, field]: [string, InputField], record: ServerRecord): string {
  const { parent } = entity
  if (field.type === 'image') return ''
  if (field.type === 'parent' && parent) return displayText(entity, parent.nameField, record)
  return field.type === 'text' ? valueText(record[name]) : formatField(field, name, record)
}

function displayText(entity: EditableEntity, name: string, record: ServerRecord): string {
  const field = entity.fields[name]
  return field ? formatField(field, name, record) : ''
}

/** Creates a reader that fetches the complete list, and searches, filters and sorts it in memory. */
function createWholeListReader(
  entity: EditableEntity,
  deps: Deps,
): Pick<Section, 'sorts' | 'filters' | 'load' | 'clearCache'> {
  let all: ServerRecord[] | undefined
  const sorts = toColumns(entity, 'list').flatMap(({ name }) => [name, `-${name}`])
  const filterFields = Object.entries(entity.fields).filter(
    ([name, { type }]) => type === 'choice' || name === entity.parent?.nameField,
  )
  const toFormTexts = (record: ServerRecord) =>
    Object.fromEntries(inputFields(entity).map((field) => [field[0], formText(entity, field, record)]))
  const toPage = (records: ServerRecord[], { search, sort, filter, page, size }: SectionQuery): RecordPage => {
    const [name, value] = splitFilter(filter)
    const matches = filter === '' ? records : records.filter((record) => displayText(entity, name, record) === value)
    const { rows, total } = selectRecords(entity, { search, ...(sort !== '' && { sort }) }, matches)
    const shownRows = rows.slice(page * size, (page + 1) * size)
    return { rows: shownRows.map((record) => toExplorerRow(entity, record, toFormTexts(record))), total }
  }
  return {
    sorts: toSortChoices(entity, sorts),
    filters: () =>
      filterFields.flatMap(([name, { label }]) =>
        distinctTexts((all ?? []).map((record) => displayText(entity, name, record))).map((text) => ({
          label: `${label}: ${text}`,
          value: `${name}=${text}`,
        })),
      ),
    load(query, signal) {
      if (all) return toPage(all, query)
      return listWithNames(withSignal(deps, signal).client, entity).then((records) => toPage((all = records), query))
    },
    clearCache() {
      all = undefined
    },
  }
}
