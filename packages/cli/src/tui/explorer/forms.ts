import type { KeyPress } from './keys.ts'
import { type Form, type FormField, type FormMode, info, type Notice, success } from './mode.ts'
import type { ExplorerOptions, ExplorerRow, Section } from './section.ts'
import { applyTextKey, EMPTY_LINE, insertText, lineText, type TextLine, toTextLine } from './text-line.ts'

/** Creates the form of an existing or a new record. */
export function createRecordForm({ fields, singular }: Section, row: ExplorerRow | undefined): Form {
  return {
    title: row ? `Edit ${singular} ${row.id}` : `Create ${singular}`,
    fields: fields.map((field) => ({ ...field, line: toTextLine(row?.texts[field.name] ?? field.initial) })),
    focusedIndex: 0,
    messages: [],
  }
}

/** Creates the sign-in form; the address is that of the last sign-in. */
export function createSignInForm(email: string): Form {
  const fields = [
    { name: 'email', label: 'Email', help: '', line: toTextLine(email) },
    { name: 'password', label: 'Password', help: '', line: EMPTY_LINE, isSecret: true },
  ]
  return { title: 'Sign in', fields, focusedIndex: email === '' ? 0 : 1, messages: [] }
}

/** Moves the focus by this many fields, wrapping around. */
export function moveFocus(form: Form, offset: number): Form {
  const count = form.fields.length
  return { ...form, focusedIndex: (form.focusedIndex + offset + count) % count }
}

function changeFocusedField(form: Form, change: (line: TextLine, field: FormField) => TextLine): Form {
  const fields = form.fields.map((field, index) =>
    index === form.focusedIndex ? { ...field, line: change(field.line, field) } : field,
  )
  return { ...form, fields, messages: [] }
}

export function pasteText(form: Form, text: string): Form {
  return changeFocusedField(form, (line, { choices, isMultiline }) =>
    choices ? line : insertText(line, text, isMultiline),
  )
}

export function applyKey(form: Form, press: KeyPress): Form {
  const { key } = press
  return changeFocusedField(form, (line, { choices, isMultiline }) => {
    if (choices) return nextChoice(choices, line, key.leftArrow ? -1 : key.rightArrow || press.input === ' ' ? 1 : 0)
    if (key.return) return isMultiline ? insertText(line, '\n', true) : line
    return applyTextKey(line, press) ?? line
  })
}

/** Returns the choice at this distance, wrapping around. */
function nextChoice(choices: readonly string[], line: TextLine, offset: number): TextLine {
  const index = choices.indexOf(lineText(line)) + offset
  return toTextLine(choices.at(index % choices.length) ?? '')
}

function textsIn({ fields }: Form): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, line }) => [name, lineText(line)]))
}

function changedTexts(form: Form, row: ExplorerRow | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(textsIn(form)).filter(([name, text]) => text !== row?.texts[name]))
}

/** Adds a warning to confirm; undefined if there is none, or it is already shown. */
export function withWarning(form: Form, { warningFor }: Section, row: ExplorerRow | undefined): Form | undefined {
  const warning = row && warningFor?.(row, changedTexts(form, row))
  if (warning === undefined || form.messages[0] === warning) return undefined
  return { ...form, messages: [warning, 'Press Enter again to save it anyway.'] }
}

/** Saves the record of a form, or signs in with it. */
export async function sendForm(
  mode: FormMode,
  { section, options }: { section: Section; options: ExplorerOptions },
  signal: AbortSignal,
): Promise<Notice> {
  if (mode.name === 'edit') {
    const { row } = mode
    const changes = changedTexts(mode.form, row)
    if (Object.keys(changes).length === 0) return info('Nothing was changed.')
    return success(await section.save(row, changes, signal))
  }
  const texts = textsIn(mode.form)
  await options.signIn?.(texts['email'] ?? '', texts['password'] ?? '', signal)
  for (const each of options.sections) each.clearCache()
  return success([`Signed in as ${texts['email']?.trim()}.`])
}
