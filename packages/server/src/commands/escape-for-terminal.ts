/** Escapes control and bidirectional characters of a stored text, so that it can be printed to a terminal. */
export function escapeForTerminal(text: string): string {
  return text.replaceAll(/[\p{C}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16)}}`
  })
}
