/**
 * A stored text as it may stand in a line of a terminal: what would steer it, or turn the writing around, is shown as a
 * code point.
 */
export function visible(text: string): string {
  return text.replaceAll(/[\p{C}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16)}}`
  })
}
