/** How many characters are parsed at a time. */
const PIECE = 1 << 16
/** Where the long lists of an answer stand: in `data` of the envelope. */
const LIST_DEPTH = 3

const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
const COMMA = ','.charCodeAt(0)
const OPENING_BRACKET = '['.charCodeAt(0)
const OPENING_BRACE = '{'.charCodeAt(0)
const CLOSING_BRACKET = ']'.charCodeAt(0)
const CLOSING_BRACE = '}'.charCodeAt(0)

/** Parses an envelope as its text comes in; what `data` has of lists is parsed piece by piece. */
export class ListParser {
  readonly #piece: number
  readonly #lists: unknown[][] = []
  /** The list that is being read. */
  #list: unknown[] | undefined
  /** The text without the elements of the lists; in the place of each stands its number. */
  #frame = ''
  /** What has come and is neither in the frame nor parsed. */
  #held = ''
  #depth = 0
  #inString = false
  #escaped = false

  constructor(piece = PIECE) {
    this.#piece = piece
  }

  /** Takes the next part of the text. Throws `SyntaxError` when an element of a list cannot be parsed. */
  write(text: string): void {
    let start = 0
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      if (this.#inString) this.#goOnInString(unit)
      else if (unit === QUOTE) this.#inString = true
      else if (unit === OPENING_BRACKET || unit === OPENING_BRACE) {
        this.#depth += 1
        if (this.#depth !== LIST_DEPTH || unit === OPENING_BRACE) continue
        this.#list = []
        this.#frame += this.#held + text.slice(start, at + 1)
        this.#held = ''
        start = at + 1
      } else if (unit === COMMA) {
        if (this.#depth !== LIST_DEPTH || !this.#list || this.#held.length + at - start < this.#piece) continue
        this.#append(this.#list, text.slice(start, at), { more: true })
        start = at + 1
      } else if (unit === CLOSING_BRACKET || unit === CLOSING_BRACE) {
        if (this.#depth === LIST_DEPTH && this.#list) {
          this.#append(this.#list, text.slice(start, at))
          this.#frame += String(this.#lists.length)
          this.#lists.push(this.#list)
          this.#list = undefined
          start = at
        }
        this.#depth -= 1
      }
    }
    this.#held += text.slice(start)
  }

  /** What `JSON.parse` gives of the whole text. Throws `SyntaxError`. */
  end(): unknown {
    const envelope: unknown = JSON.parse(this.#frame + this.#held)
    for (const data of Object.values(isObject(envelope) ? envelope : {})) {
      if (!isObject(data)) continue
      for (const [name, value] of Object.entries(data)) {
        if (Array.isArray(value)) data[name] = this.#lists[Number(value[0])]
      }
    }
    return envelope
  }

  #goOnInString(unit: number): void {
    if (this.#escaped) this.#escaped = false
    else if (unit === BACKSLASH) this.#escaped = true
    else if (unit === QUOTE) this.#inString = false
  }

  /** Parses elements of a list. Beside a comma stands one on either side: only a list without any may be empty. */
  #append(list: unknown[], elements: string, { more = false } = {}): void {
    const parsed: unknown[] = JSON.parse(`[${this.#held}${elements}]`)
    this.#held = ''
    if (parsed.length === 0 && (more || list.length > 0)) throw new SyntaxError('A comma has nothing beside it.')
    for (const element of parsed) list.push(element)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
