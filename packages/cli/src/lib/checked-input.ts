import { CliError, invalidInput } from '#cli/io/errors.ts'

/** A value of the command line that could not even be read, with the sentence that says so. */
export class Mistake {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A zod input of core, as far as it is used here. */
interface Input<Output> {
  safeParse: (value: unknown) => { success: true; data: Output } | { success: false; error: { issues: Issue[] } }
}

interface Issue {
  path: readonly PropertyKey[]
  message: string
  /** What may be chosen from. */
  values?: readonly unknown[]
}

/** How the command line speaks of the fields of an input. */
export interface InputWords<Field extends string> {
  /** The option of each field, to name it by. */
  options: Record<Field, string>
  /** The command whose help knows what is right. */
  help: string
}

/**
 * What the command line gave, held to the same input as the console's form.
 * @throws CliError (usage) with every mistake at once, each named by its option
 */
export function checkedInput<Output extends object, Field extends keyof Output & string>(
  input: Input<Output>,
  given: Record<Field, unknown>,
  words: InputWords<Field>,
): Output {
  const { data, mistakes } = heldTo(input, given)
  if (data === undefined) throw mistaken(mistakes, words)
  return data
}

/**
 * The same of what an update names, before the rest is read: what is wrong by itself is told before any call.
 * @throws CliError (usage) with every mistake at once, each named by its option
 */
export function checkNamed<Field extends string>(
  input: Input<object>,
  named: Partial<Record<NoInfer<Field>, unknown>>,
  words: InputWords<Field>,
): void {
  const { mistakes } = heldTo(input, named)
  const own = new Map([...mistakes].filter(([field]) => Reflect.get(named, field) !== undefined))
  if (own.size > 0) throw mistaken(own, words)
}

/** The data, if there is nothing wrong with it, and what is wrong with which field. */
function heldTo<Output>(input: Input<Output>, given: object): { data?: Output; mistakes: Map<string, string> } {
  const known: Record<string, unknown> = { ...given }
  const mistakes = new Map<string, string>()
  for (const [field, value] of Object.entries(known)) {
    if (!(value instanceof Mistake)) continue
    mistakes.set(field, value.text)
    known[field] = undefined
  }
  const parsed = input.safeParse(known)
  if (parsed.success && mistakes.size === 0) return { data: parsed.data, mistakes }
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const field = String(issue.path[0])
    if (!mistakes.has(field)) mistakes.set(field, textOf(issue))
  }
  return { mistakes }
}

/** In the order of the options, those that are wrong alike in one sentence. */
function mistaken(mistakes: ReadonlyMap<string, string>, { options, help }: InputWords<string>): CliError {
  const wrong = Object.entries<string>(options).flatMap(([field, option]) => {
    const text = mistakes.get(field)
    return text === undefined ? [] : [{ text, option }]
  })
  const sentences = [...Map.groupBy(wrong, ({ text }) => text)].map(
    ([text, alike]) => `${alike.map(({ option }) => option).join(', ')}: ${text}`,
  )
  return invalidInput(sentences, help)
}

/** The console offers a choice where the command line takes a word, so that no form has a text for a wrong one. */
function textOf(issue: Issue): string {
  return issue.values ? `Choose from ${issue.values.join(', ')}.` : issue.message
}

/** Throws CliError (usage) for an update that names nothing to change. */
export function requireChanges<Field extends string>(
  given: Record<NoInfer<Field>, unknown>,
  { options, help }: InputWords<Field>,
): void {
  if (Object.values(given).some((value) => value !== undefined)) return
  throw new CliError('usage', `Nothing to change was named: ${Object.values(options).join(', ')}.`, {
    hint: `See ${help} --help.`,
  })
}
