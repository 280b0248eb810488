import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
// A CommonJS package whose named exports Node does not detect.
import xterm from '@xterm/headless'
import { binary } from './built-binary.ts'
import { configFolder } from './run-cli.ts'

export interface PtyOptions {
  columns?: number
  rows?: number
  env?: NodeJS.ProcessEnv
}

/** The built `rapport` in a pseudo-terminal, connected to a terminal emulator. */
export interface Pty {
  /** The lines on the screen, without trailing spaces. */
  screen: () => Promise<string[]>
  /** Resolves with the screen once it matches. */
  waitFor: (expected: RegExp) => Promise<string>
  type: (keys: string) => void
  resize: (columns: number, rows: number) => void
  kill: (signal: NodeJS.Signals) => void
  /** Everything written to the terminal. */
  raw: () => string
  /** The exit code, and whether cursor, screen, settings and paste mode were restored. */
  ended: Promise<{ code: number; isClean: boolean; stderr: string }>
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Starts the binary under `script` of util-linux, which Debian includes: a pty package would need a compiler. */
export async function openPty(argv: readonly string[], { columns = 80, rows = 24, env = {} }: PtyOptions = {}) {
  const command = [process.execPath, binary, ...argv].map(quoted).join(' ')
  const script = [
    `stty rows ${rows} cols ${columns}`,
    'before=$(stty -g)',
    `sh -c 'echo "pty $$ $(tty) begins"; exec "$@"' sh ${command}`,
    'code=$?',
    '[ "$(stty -g)" = "$before" ] && echo "settings kept"',
    'exit $code',
  ].join('\n')
  const child = spawn('script', ['-qefc', script, '/dev/null'], {
    env: {
      PATH: process.env['PATH'],
      TERM: 'xterm-256color',
      SHELL: '/bin/sh',
      RAPPORT_CONFIG_DIR: configFolder(),
      ...env,
    },
  })
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true })
  let raw = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    raw += part
    terminal.write(part)
  })
  const stderr = readAll(child.stderr)
  const written = () => new Promise<void>((resolve) => terminal.write('', resolve))
  const until = async (expected: RegExp, text: () => string | Promise<string>) => {
    const end = Date.now() + 20_000
    for (;;) {
      const shownText = await text()
      if (expected.test(shownText)) return shownText
      if (Date.now() > end) throw new Error(`The terminal does not show ${String(expected)}:\n${shownText}`)
      await delay(20)
    }
  }
  const screen = async () => {
    await written()
    const { active } = terminal.buffer
    return Array.from(
      { length: terminal.rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
    )
  }
  const begun = await until(/pty \d+ \S+ begins/, () => raw)
  const [, pid = '', device = ''] = /pty (\d+) (\S+) begins/.exec(begun) ?? []
  const pty: Pty = {
    screen,
    waitFor: (expected) => until(expected, async () => (await screen()).join('\n')),
    type: (keys) => child.stdin.write(keys),
    resize(cols, lines) {
      terminal.resize(cols, lines)
      execFileSync('stty', ['-F', device, 'rows', String(lines), 'cols', String(cols)])
    },
    kill: (signal) => process.kill(Number(pid), signal),
    raw: () => raw,
    ended: once(child, 'close').then(async ([code]) => {
      await written()
      const isShown = raw.lastIndexOf('\u001B[?25h') >= raw.lastIndexOf('\u001B[?25l')
      const isClean =
        isShown &&
        terminal.buffer.active.type === 'normal' &&
        !terminal.modes.bracketedPasteMode &&
        raw.includes('settings kept')
      return { code: Number(code), isClean, stderr: await stderr }
    }),
  }
  return pty
}
