import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Difference } from '@rapport/core/catalogue/plan/plan.ts'
import { toRemoteRecord } from '@rapport/core/catalogue/plan/remote-records.ts'
import { type FileField, fileFields, imageField, isSameValue, type Values } from '@rapport/core/catalogue/read/row.ts'
import { writeYaml } from '@rapport/core/catalogue/write-catalogue.ts'
import { withParentNames } from '@rapport/core/client/records.ts'
import { updateInput } from '@rapport/core/client/save-record.ts'
import { findParent, selectEntities } from '@rapport/core/entities/catalogue.ts'
import { type EditableEntity, inputFields, type ServerRecord } from '@rapport/core/entities/entity.ts'
import { formatDifference } from '#cli/catalogue/present-plan.ts'
import { readRecord } from '#cli/catalogue/record-body.ts'
import { announceWrite, formatTarget } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { confirmPriceChanges } from '#cli/entities/confirm-price-changes.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import { readImage } from '#cli/entities/read-image.ts'
import { entityFieldNames, presentRecord } from '#cli/entities/record-presentation.ts'
import { type Changes, explainingInvalid, saveEdit } from '#cli/entities/save-record.ts'
import { checkChanges, type InputLabels, InvalidValue } from '#cli/entities/validate-input.ts'
import { requireConsent, requireYesOrTerminal } from '#cli/io/consent.ts'
import { CliError, systemReason } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { readNamedText } from '#cli/io/read-file.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface EditInput {
  noun: string
  /** An id or another reference. */
  key: string
}

/** A record in the editor, with its values before the edit. */
interface EditedRecord {
  entity: EditableEntity
  before: ServerRecord
  values: Values
  file: string
}

const CONSENT = { action: 'Saving', hint: 'Pass --yes to save the edited record without being asked.' }

export const fields = ({ noun }: EditInput) => entityFieldNames(requireEntity(noun))

function requireEntity(noun: string): EditableEntity {
  const [entity] = selectEntities([noun])
  if (!entity) throw new TypeError(`There is no kind of record named ${noun}.`)
  return entity
}

export async function run({ noun, key }: EditInput, deps: Deps) {
  const entity = requireEntity(noun)
  requireYesOrTerminal(deps, CONSENT)
  const [before] = await withParentNames(deps.client, entity, [await findRecord(entity, key, deps)])
  if (!before) throw new TypeError('A record was lost.')
  const folder = await mkdtemp(join(tmpdir(), 'rapport-edit-')).catch((cause: unknown) => {
    throw new CliError('not_written', `No file can be created in ${tmpdir()}: ${systemReason(cause)}`, {
      hint: 'Set TMPDIR to a folder that you can write to.',
      cause,
    })
  })
  const edited = { entity, before, values: fileValues(entity, before), file: join(folder, `${entity.singular}.yaml`) }
  const lines = [
    `${entity.singular} ${before.id}: ${entity.titleOf(before)}`,
    `on ${formatTarget(deps.target)}`,
    'Save and close the editor to see what changes. A field that is left out stays as it is.',
  ]
  await writeFile(edited.file, writeYaml({ [entity.noun]: [edited.values] }, lines.map(visibleLine).join('\n ')))
  try {
    const result = await edit(edited, deps)
    await rm(folder, { recursive: true })
    return result
  } catch (error) {
    const keptHint = `Your text is kept in ${edited.file}.`
    if (error instanceof CliError && error.exitCode === EXIT.conflict) throw withHint(error, keptHint)
    if (deps.terminal.isTerminal) deps.terminal.info(keptHint)
    else await rm(folder, { recursive: true })
    throw error
  }
}

async function edit(edited: EditedRecord, deps: Deps) {
  const { entity, before } = edited
  const { edits, changes } = await readValidEdits(edited, deps)
  if (edits.length === 0) return { entity, record: before, info: ['Nothing was changed.'] }
  await confirm(edited, edits, deps)

  announceWrite(deps, `Updating ${entity.singular} ${before.id} (${entity.titleOf(before)})`)
  const { record, hints } = await saveEdit(entity, { before, changes, labels: toFileLabels(entity) }, deps)
  return { entity, record, info: [...hints, `Updated ${entity.singular} ${record.id}.`] }
}

/** Reads the edited record. On a terminal, errors can be corrected in the editor. */
async function readValidEdits(edited: EditedRecord, deps: Deps): Promise<{ edits: Difference[]; changes: Changes }> {
  const { entity, before, values, file } = edited
  for (;;) {
    await openEditor(file, deps)
    try {
      const record = readRecord(entity, { name: file, text: await readNamedText(file, deps) })
      const edits = differences(entity, values, record.values)
      const changes = await convertEdits(entity, edits, deps)
      checkChanges((await entity.schemas()).update, changes, toFileLabels(entity))
      await explainingInvalid(entity, before, toFileLabels(entity), () => updateInput(entity, before, changes))
      return { edits, changes }
    } catch (error) {
      if (!(error instanceof CliError) || !deps.terminal.canAsk) throw error
      const lines = [...(error.issues ?? []).map(({ line, message }) => `Line ${line}: ${message}`), error.message]
      if (!(await deps.terminal.confirm({ lines, prompt: 'Edit it again?' }))) throw error
    }
  }
}

/** Converts edits for the API: the parent's name to its id, and an image path to its file. */
async function convertEdits(entity: EditableEntity, edits: readonly Difference[], deps: Deps): Promise<Changes> {
  const parentEntity = findParent(entity)
  const changes: Record<string, unknown> = {}
  for (const { field, to } of edits) {
    if (parentEntity && field === entity.parent?.nameField)
      changes[entity.parent.idField] = to === '' ? '' : String((await findRecord(parentEntity, String(to), deps)).id)
    else if (field !== imageField(entity)) changes[field] = to
    else if (to === '') changes[field] = new InvalidValue('An image cannot be removed. Leave the field out to keep it.')
    else changes[field] = await readImage(String(to), deps)
  }
  return changes
}

async function confirm({ entity, before }: EditedRecord, edits: readonly Difference[], deps: Deps): Promise<void> {
  const differenceLines = edits.map((difference) => `  ${formatDifference(difference, 'update')}`)
  const lines = [`Changes to ${entity.singular} ${before.id} on ${formatTarget(deps.target)}:`, ...differenceLines]
  const priceEdits = edits.filter(({ field }) => field === 'price')
  await confirmPriceChanges(
    priceEdits.map(({ from, to }) => ({ key: entity.titleOf(before), from, to })),
    deps,
  )
  if (deps.flags.yes) deps.terminal.info(lines.join('\n'))
  await requireConsent(deps, { ...CONSENT, lines, prompt: 'Save?' })
}

function withHint({ code, message, sentences, exitCode }: CliError, hint: string): CliError {
  return new CliError(code, message, { sentences, exitCode, hint })
}

/** Returns labels for error messages, which use the field names of the file. */
function toFileLabels(entity: EditableEntity): InputLabels {
  const names = inputFields(entity).map(([name]) => [
    name,
    name === entity.parent?.idField ? entity.parent.nameField : name,
  ])
  return { names: Object.fromEntries(names), command: 'rapport edit' }
}

export function present({ entity, record, info }: Awaited<ReturnType<typeof run>>): Presentation {
  return presentRecord(entity, record, info.join('\n'))
}

/** Returns the fields except the slug, which the server creates. */
function editableFields(entity: EditableEntity): FileField[] {
  return fileFields(entity).filter(({ type }) => type !== 'slug')
}

/** Returns the values for the file: an image as URL, missing texts as empty. */
function fileValues(entity: EditableEntity, record: ServerRecord): Values {
  const { values, image } = toRemoteRecord(entity, record)
  const field = imageField(entity) ?? ''
  return Object.fromEntries(
    editableFields(entity).map(({ name, type }) => {
      const empty = type === 'text' ? '' : undefined
      return [name, name === field ? image : (values[name] ?? empty)]
    }),
  )
}

/** Compares fields; a field that is left out is unchanged. */
function differences(entity: EditableEntity, from: Values, to: Values): Difference[] {
  return editableFields(entity).flatMap((field) => {
    const { name } = field
    if (to[name] === undefined || isSameValue(field, from[name], to[name])) return []
    return [{ field: name, from: from[name] ?? null, to: to[name] }]
  })
}

/** Opens a file in the user's editor and waits until it closes. Throws `CliError` if there is no editor, or it fails. */
async function openEditor(file: string, { env, terminal }: Pick<Deps, 'env' | 'terminal'>): Promise<void> {
  const editor = env['VISUAL'] || env['EDITOR'] || (terminal.canAsk ? 'vi' : undefined)
  if (editor === undefined) {
    throw new CliError('no_editor', 'No editor was found.', { hint: 'Set VISUAL or EDITOR.' })
  }
  // Ctrl-C in the editor must not end the tool, as with git.
  const listeners = process.listeners('SIGINT')
  process.removeAllListeners('SIGINT').on('SIGINT', () => undefined)
  try {
    // The variable may contain options: `code --wait`.
    const child = spawn('sh', ['-c', `${editor} "$@"`, editor, file], { env, stdio: 'inherit' })
    const [code] = await once(child, 'close')
    if (code === 0) return
  } finally {
    process.removeAllListeners('SIGINT')
    for (const listener of listeners) process.on('SIGINT', listener)
  }
  throw new CliError('editor_failed', `The editor ${editor} failed. Nothing was changed.`, {
    hint: 'Set VISUAL or EDITOR to another one.',
  })
}
