import { visibleLine } from '#cli/io/terminal-text.ts'
import { graphemes, textWidth } from '#cli/output/text-width.ts'
import type { KeyPress } from './keys.ts'

/** A text field: the characters before and after the caret. */
export interface TextLine {
  before: readonly string[]
  after: readonly string[]
}

export const EMPTY_LINE: TextLine = { before: [], after: [] }

const splitGraphemes = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment)

export function toTextLine(text: string): TextLine {
  return { before: splitGraphemes(text), after: [] }
}

export function lineText({ before, after }: TextLine): string {
  return [...before, ...after].join('')
}

/** Inserts text at the caret. Control characters become spaces, and so do line breaks unless kept. */
export function insertText({ before, after }: TextLine, text: string, keepsBreaks = false): TextLine {
  const normalizedText = text.replaceAll(/\r\n?/g, '\n')
  const insertedText = normalizedText.replaceAll(keepsBreaks ? /(?!\n)\p{Cc}+/gu : /\p{Cc}+/gu, ' ')
  // A combining mark joins the letter before it.
  return { before: splitGraphemes(before.join('') + insertedText), after }
}

/** Applies a key that types, edits or moves, as in a shell. Returns undefined for other keys. */
export function applyTextKey({ before, after }: TextLine, { input, key }: KeyPress): TextLine | undefined {
  const characters = [...before, ...after]
  const withCaretAt = (caret: number) => ({ before: characters.slice(0, caret), after: characters.slice(caret) })
  if (key.leftArrow) return withCaretAt(Math.max(0, before.length - 1))
  if (key.rightArrow) return withCaretAt(before.length + 1)
  if (key.home || (key.ctrl && input === 'a')) return withCaretAt(0)
  if (key.end || (key.ctrl && input === 'e')) return withCaretAt(characters.length)
  if (key.backspace) return { before: before.slice(0, -1), after }
  if (key.delete) return { before, after: after.slice(1) }
  if (key.ctrl && input === 'u') return { before: [], after }
  if (key.ctrl && input === 'k') return { before, after: [] }
  if (key.ctrl && input === 'w') return { before: withoutLastWord(before), after }
  return input === '' || key.ctrl || key.meta || key.escape ? undefined : insertText({ before, after }, input)
}

function withoutLastWord(text: readonly string[]): string[] {
  const isBlank = (character: string) => character.trim() === ''
  const end = text.findLastIndex((character) => !isBlank(character))
  return text.slice(0, text.slice(0, end + 1).findLastIndex(isBlank) + 1)
}

function displayGrapheme(grapheme: string): string {
  return /^\r?\n$/.test(grapheme) ? '↵' : visibleLine(grapheme)
}

/** Returns the part of the text around the caret that fits, and the caret's column in it. */
export function visiblePart({ before, after }: TextLine, width: number): { text: string; caret: number } {
  let room = Math.max(1, width - 1)
  const fit = (characters: readonly string[]) => {
    const texts: string[] = []
    for (const text of characters.map(displayGrapheme)) {
      if (textWidth(text) > room) break
      room -= textWidth(text)
      texts.push(text)
    }
    return texts
  }
  const shownBefore = fit(before.toReversed()).toReversed().join('')
  const caret = Math.max(1, width - 1) - room
  return { text: shownBefore + fit(after).join(''), caret }
}
