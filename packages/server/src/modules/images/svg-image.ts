import { SaxesParser } from 'saxes'
import { ImageRefusal } from './image-refusal.ts'
import { harmlessAttribute, harmlessStyle, KNOWN_ELEMENTS } from './svg-vocabulary.ts'

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
const XML = 'http://www.w3.org/XML/1998/namespace'
const NO_NAMESPACE = ''

const DEEPEST = 128
const MOST_USES = 200

const DAMAGED = 'The image is damaged. Please select another one.'
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Writes an SVG anew with those of its elements and attributes that draw: no script, no link, nothing from elsewhere, no
 * animation, no HTML. What is not known here is left out with all it holds. Throws `ImageRefusal`.
 */
export function writeAnew(svg: string): string {
  const writer = new SvgWriter()
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ uri, local, attributes }) => writer.open(uri, local, Object.values(attributes)))
  parser.on('closetag', () => writer.close())
  parser.on('text', (text) => writer.text(text))
  parser.on('cdata', (text) => writer.text(text))
  try {
    parser.write(svg).close()
  } catch (error) {
    if (error instanceof ImageRefusal || !(error instanceof Error)) throw error
    throw new ImageRefusal(DAMAGED, { cause: error })
  }
  return writer.written()
}

interface Attribute {
  uri: string
  local: string
  value: string
}

interface OpenElement {
  /** Undefined where it is left out. */
  name: string | undefined
  /** Whether a `use` elsewhere could show it, by its own id or by that of an element around it. */
  isReferable: boolean
}

class SvgWriter {
  readonly #parts: string[] = []
  readonly #open: OpenElement[] = []
  #style: string[] | undefined
  #uses = 0

  open(uri: string, local: string, attributes: Attribute[]): void {
    const parent = this.#open.at(-1)
    if (this.#open.length >= DEEPEST) throw new ImageRefusal('The image is nested too deeply.')
    if (!parent && (uri !== SVG || local !== 'svg')) throw new ImageRefusal(DAMAGED)
    const hasId = parent !== undefined && attributes.some((one) => one.uri === NO_NAMESPACE && one.local === 'id')
    const isReferable = hasId || parent?.isReferable === true
    const isShown = (!parent || parent.name !== undefined) && uri === SVG && this.#isAllowed(local, isReferable)
    // A link stays as the group that it also is.
    const name = isShown ? (local === 'a' ? 'g' : local) : undefined
    this.#open.push({ name, isReferable })
    if (name === undefined) return
    this.#parts.push(`<${name}`)
    if (!parent) this.#parts.push(` xmlns="${SVG}"`)
    // SVG 2 has `href` instead of `xlink:href`, and where both stand it is the one that counts.
    const hasOwnHref = attributes.some(({ uri: space, local: key }) => space === NO_NAMESPACE && key === 'href')
    for (const attribute of attributes) {
      if (!(hasOwnHref && attribute.uri === XLINK)) this.#attribute(attribute, !parent)
    }
    this.#parts.push('>')
    if (name === 'style') this.#style = []
  }

  close(): void {
    const name = this.#open.pop()?.name
    if (name === undefined) return
    if (name === 'style') this.#closeStyle()
    this.#parts.push(`</${name}>`)
  }

  text(text: string): void {
    const parent = this.#open.at(-1)
    if (parent?.name === undefined) return
    if (this.#style) this.#style.push(text)
    else this.#parts.push(escaped(text))
  }

  written(): string {
    return `${this.#parts.join('')}\n`
  }

  /** A `use` that another could show would let ten lines draw a thousand million shapes. */
  #isAllowed(local: string, isReferable: boolean): boolean {
    if (this.#style || !KNOWN_ELEMENTS.has(local)) return false
    if (local !== 'use') return true
    this.#uses += 1
    return !isReferable && this.#uses <= MOST_USES
  }

  #attribute({ uri, local, value }: Attribute, isRoot: boolean): void {
    const isHref = local === 'href' && (uri === NO_NAMESPACE || uri === XLINK)
    const isSpace = local === 'space' && uri === XML
    const ofDrawing = uri === NO_NAMESPACE ? harmlessAttribute(local, value) : undefined
    const kept = isSpace || isHref ? value : ofDrawing
    if (kept === undefined || (isHref && !/^#[^\s"'<>]+$/.test(kept))) return
    // The whole picture cannot be shown within itself.
    if (isRoot && local === 'id') return
    this.#parts.push(` ${isSpace ? 'xml:space' : local}="${escaped(kept)}"`)
  }

  #closeStyle(): void {
    const style = harmlessStyle(this.#style?.join('') ?? '')
    this.#style = undefined
    if (style !== undefined) this.#parts.push(escaped(style))
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '').replaceAll(/[\t\n\r]/g, ' ')
}
