import type { ExplorerRow, Section } from './section.ts'
import type { KeyPress } from './keys.ts'
import { applyEditKey, EMPTY_LINE, insertText, lineOf, lineText, type TextLine, applyTypedKey } from './text-line.ts'

/** Fields to edit; `at` is the focused one. */
export interface Form {
  title: string
  fields: readonly FormField[]
  at: number
  /** Errors of the last submission, or a warning to confirm. */
  problem: readonly string[]
}

interface FormField {
  name: string
  label: string
  help: string
  line: TextLine
  isSecret?: boolean
  isMultiline?: boolean
  /** Values to choose from with the arrow keys. */
  choices?: readonly string[] | undefined
}

/** Creates the form of a record, or of a new one. */
export function recordForm({ fields, singular }: Section, row: ExplorerRow | undefined): Form {
  return {
    title: row ? `Edit ${singular} ${row.id}` : `Create ${singular}`,
    fields: fields.map(({ name, label, help, initial, choices, isMultiline }) => {
      const text = row?.texts[name] ?? initial
      return { name, label, help, choices, isMultiline, line: lineOf(text) }
    }),
    at: 0,
    problem: [],
  }
}

/** Creates the sign-in form; the address is that of the last sign-in. */
export function signInForm(email: string): Form {
  const fields = [
    { name: 'email', label: 'Email', help: '', line: lineOf(email) },
    { name: 'password', label: 'Password', help: '', line: EMPTY_LINE, isSecret: true },
  ]
  return { title: 'Sign in', fields, at: email === '' ? 0 : 1, problem: [] }
}

/** Moves the focus by this many fields, wrapping around. */
export function moveFocus(form: Form, by: number): Form {
  const count = form.fields.length
  return { ...form, at: (form.at + by + count) % count }
}

function changeFocused(form: Form, change: (line: TextLine, field: FormField) => TextLine): Form {
  const fields = form.fields.map((field, index) =>
    index === form.at ? { ...field, line: change(field.line, field) } : field,
  )
  return { ...form, fields, problem: [] }
}

export function pasteText(form: Form, text: string): Form {
  return changeFocused(form, (line, { choices, isMultiline }) => (choices ? line : insertText(line, text, isMultiline)))
}

export function applyKey(form: Form, press: KeyPress): Form {
  const { key } = press
  return changeFocused(form, (line, { choices, isMultiline }) => {
    if (choices) return nextChoice(choices, line, key.leftArrow ? -1 : key.rightArrow || press.input === ' ' ? 1 : 0)
    if (key.return) return isMultiline ? insertText(line, '\n', true) : line
    return applyEditKey(line, press) ?? applyTypedKey(line, press) ?? line
  })
}

/** Returns the choice at this distance, wrapping around. */
function nextChoice(choices: readonly string[], line: TextLine, by: number): TextLine {
  const at = choices.indexOf(lineText(line)) + by
  return lineOf(choices.at(at % choices.length) ?? '')
}

export function textsIn({ fields }: Form): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, line }) => [name, lineText(line)]))
}

export function changedTexts(form: Form, row: ExplorerRow | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(textsIn(form)).filter(([name, text]) => text !== row?.texts[name]))
}

/** Adds a warning to confirm; undefined if there is none, or it was shown already. */
export function withWarning(form: Form, { warningOf }: Section, row: ExplorerRow | undefined): Form | undefined {
  const warning = row && warningOf?.(row, changedTexts(form, row))
  if (warning === undefined || form.problem[0] === warning) return undefined
  return { ...form, problem: [warning, 'Press Enter again to save it anyway.'] }
}
