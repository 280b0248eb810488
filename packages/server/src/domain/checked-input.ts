import { DomainError } from './domain-error.ts'

/** An input of core. */
interface Input<Output> {
  safeParse: (value: unknown) => { success: true; data: Output } | { success: false; error: { issues: Issue[] } }
}

interface Issue {
  path: PropertyKey[]
  message: string
}

/** What zod says where core has given no text of its own; the contract's says more. */
const NO_TEXT = 'Invalid input'

/** What a form holds, by the rules that the clients check as well. Throws `unprocessable` with the text of each field. */
export function checkedInput<Output>(input: Input<Output>, value: unknown): Output {
  const result = input.safeParse(value)
  if (result.success) return result.data
  throw unprocessable(textsOf(result.error.issues))
}

/** The text of each field that breaks a rule of the input. */
export function fieldTextsOf(input: Input<unknown>): (value: unknown) => Record<string, string> {
  return (value) => {
    const result = input.safeParse(value)
    return result.success ? {} : textsOf(result.error.issues)
  }
}

/** The refusal of well-formed fields, said in the words of the first; `cause` is for the log. */
export function unprocessable(fields: Record<string, string>, cause?: unknown): DomainError {
  const message = Object.values(fields)[0] ?? 'Please check what you have entered.'
  return new DomainError('unprocessable', message, { fields, cause })
}

function textsOf(issues: Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) if (message !== NO_TEXT) fields[path.map(String).join('.')] ??= message
  return fields
}
