/** Values by the contract's field names; a field that is left out, or undefined, was not edited. */
export type Edits = Readonly<Record<string, unknown>>

/**
 * The fields of an edit that another editor has changed to something else meanwhile. `base` is the record as it was when the
 * edit began, `current` as it is now. All other fields merge: what only one side changed keeps that side's value.
 */
export function conflictingFields(edits: Edits, base: Edits, current: Edits): string[] {
  return Object.entries(edits).flatMap(([name, edited]) => {
    if (edited === undefined || isSame(name, current[name], base[name]) || isSame(name, edited, current[name]))
      return []
    return [name]
  })
}

/** The fields of these that were changed since `base`. */
export function changedSince(names: readonly string[], base: Edits, current: Edits): string[] {
  return names.filter((name) => !isSame(name, base[name], current[name]))
}

/** Numbers, also where a server sends them as text. Any other two texts are compared as such: a name may become “007”. */
const NUMERIC: ReadonlySet<string> = new Set(['price', 'trial_period_days'])

/** Servers send numbers as text, and nothing as null or as an empty text. */
function isSame(name: string, one: unknown, other: unknown): boolean {
  if (one instanceof Blob || other instanceof Blob) return one === other
  const [text, otherText] = [comparable(one), comparable(other)]
  if (text === otherText) return true
  if (!NUMERIC.has(name) && typeof one !== 'number' && typeof other !== 'number') return false
  return text !== '' && otherText !== '' && Number(text) === Number(otherText)
}

function comparable(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return withoutSignature(text.replaceAll(/\r\n?/g, '\n').trim())
}

/** The signed address of a stored file is another one each time it is read. */
function withoutSignature(text: string): string {
  const [address = '', query = ''] = /^https?:\/\/\S+$/i.test(text) ? text.split('?', 2) : []
  return query.toLowerCase().includes('signature=') ? address : text
}
