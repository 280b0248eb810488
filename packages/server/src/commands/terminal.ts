import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { OperatorError } from '#server/domain/operator-error.ts'

/** Reads a new password: typed twice without echo, or the first line of standard input. Throws `OperatorError`. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1)
    if (line === '') throw new OperatorError('Standard input contains no password.')
    return line
  }
  const password = await ask('New password: ')
  if (password !== (await ask('Repeat the new password: ')))
    throw new OperatorError('The two passwords differ. Nothing was changed.')
  return password
}

function ask(prompt: string): Promise<string> {
  process.stderr.write(prompt)
  const nullOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nullOutput, terminal: true, historySize: 0 })
  return new Promise((resolve, reject) => {
    reader.once('line', (line) => {
      resolve(line)
      reader.close()
    })
    // Ctrl-C or Ctrl-D closes the reader before a line; after a line the promise is already settled.
    reader.once('close', () => {
      process.stderr.write('\n')
      reject(new OperatorError('Nothing was changed.'))
    })
  })
}

export function print(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Escapes control and bidirectional characters of a stored text, so that it can be printed to a terminal. */
export function escapeForTerminal(stored: string): string {
  return stored.replaceAll(/[\p{C}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16)}}`
  })
}
