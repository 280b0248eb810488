import type { BrowserRow, Section } from './section.ts'
import { EMPTY_LINE, lineOf, textOf, type TextLine } from './text-line.ts'

/** Lines to type into, one of which has the caret. */
export interface Form {
  title: string
  fields: readonly FormField[]
  at: number
  /** What is wrong with what was sent. */
  problem: readonly string[]
}

interface FormField {
  name: string
  label: string
  line: TextLine
  isSecret: boolean
}

/** What may be edited of a record, as it is now. */
export function editForm({ fields, one }: Section, { id, texts }: BrowserRow): Form {
  return {
    title: `Edit ${one} ${id}`,
    fields: fields.map(({ name, label }) => ({ name, label, line: lineOf(texts[name] ?? ''), isSecret: false })),
    at: 0,
    problem: [],
  }
}

/** E-mail address and password; the address is known from an earlier sign-in. */
export function signInForm(email: string): Form {
  const fields = [
    { name: 'email', label: 'E-mail', line: lineOf(email), isSecret: false },
    { name: 'password', label: 'Password', line: EMPTY_LINE, isSecret: true },
  ]
  return { title: 'Sign in', fields, at: email === '' ? 0 : 1, problem: [] }
}

/** The form with the caret so many fields further on; behind the last comes the first. */
export function focused(form: Form, by: number): Form {
  const count = form.fields.length
  return { ...form, at: (form.at + by + count) % count }
}

/** The form after its focused line was changed. */
export function retyped(form: Form, change: (line: TextLine) => TextLine): Form {
  const fields = form.fields.map((field, index) => {
    return index === form.at
      ? { name: field.name, label: field.label, line: change(field.line), isSecret: field.isSecret }
      : field
  })
  return { ...form, fields, problem: [] }
}

/** What stands in the fields, by their names. */
export function textsIn({ fields }: Form): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, line }) => [name, textOf(line)]))
}
