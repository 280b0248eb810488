import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import type { System } from '#cli/deps.ts'
import { interruptedError } from '#cli/io/errors.ts'
import type { InputStream } from '#cli/io/terminal.ts'
import { main } from '#cli/main.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A server under test. The signal aborts the request. */
export type TestFetch = (request: Request, init: RequestInit) => Promise<Response>

export interface RunOptions {
  /** Whether the streams are a terminal. */
  tty?: boolean
  /** Whether stdout is a pipe in spite of `tty`. */
  isStdoutPiped?: boolean
  /** The content of standard input. */
  stdin?: string | Buffer
  env?: NodeJS.ProcessEnv
  server?: { fetch: TestFetch }
  /** The keys to type when a matching prompt appears on stderr; a function gets the screen. */
  answers?: readonly Answer[]
  signal?: AbortSignal
  now?: Date
  columns?: number
}

type Answer = readonly [question: RegExp, typed: string | ((screen: string) => string)]

export interface RunResult {
  code: number
  stdout: string
  stderr: string
  /** Whether the terminal was last in raw mode. */
  raw: boolean
}

/** The origin of the server under test. */
export const API_URL = 'https://rapport.test'

/** Returns the path of a new folder for credentials. */
export const configFolder = () => join(temporaryFolder(), 'config')

/** Runs a command line in this process against the given server. */
export async function runCli(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const system = createSystem(options)
  const code = await main(argv, system)
  const { stdin, stdout, stderr } = system
  return { code, stdout: stdout.text, stderr: stderr.text, raw: stdin.raw }
}

/** Creates the environment of a command: streams, and the given server. */
export function createSystem(options: RunOptions) {
  const { tty: isTerminal = false, isStdoutPiped = false } = options
  const person = new Person(options.answers ?? [], isTerminal)
  if (!isTerminal) person.stdin.end(options.stdin ?? '')
  const see = (text: string) => person.see(text)
  return {
    stdin: person.stdin,
    stdout: new Screen(isTerminal && !isStdoutPiped, options.columns, see),
    stderr: new Screen(isTerminal, options.columns, see),
    env: { RAPPORT_CONFIG_DIR: configFolder(), RAPPORT_API_URL: API_URL, TERM: 'xterm-256color', ...options.env },
    fetch: async (input: string | Request, init: RequestInit) => {
      if (options.server) return options.server.fetch(new Request(input, init), init)
      throw new TypeError('no server in this test')
    },
    signal: options.signal ?? new AbortController().signal,
    now: () => options.now ?? new Date(),
    sleep: async () => {
      if (options.signal?.aborted) throw interruptedError()
    },
  } satisfies System
}

class Screen extends Writable {
  text = ''
  readonly isTTY: boolean
  readonly columns: number
  readonly #onText: (text: string) => void

  constructor(isTTY: boolean, columns = 100, onText: (text: string) => void = () => undefined) {
    super({ decodeStrings: false })
    this.isTTY = isTTY
    this.columns = columns
    this.#onText = onText
  }

  override _write(chunk: unknown, _encoding: string, done: () => void) {
    this.text += String(chunk)
    this.#onText(this.text)
    done()
  }
}

class Person {
  readonly stdin: PassThrough & InputStream & { raw: boolean }
  raw = false
  readonly #answers: Answer[]

  constructor(answers: readonly Answer[], isTTY: boolean) {
    this.#answers = [...answers]
    this.stdin = Object.assign(new PassThrough(), { raw: false })
    if (!isTTY) return
    const setRawMode = (raw: boolean) => {
      this.raw = raw
      this.stdin.raw = raw
    }
    const noop = () => undefined
    Object.assign(this.stdin, { isTTY, setRawMode, ref: noop, unref: noop })
  }

  see(screen: string) {
    const [nextAnswer] = this.#answers
    if (!nextAnswer?.[0].test(screen)) return
    this.#answers.shift()
    // Types only after the prompt is complete.
    const [, keys] = nextAnswer
    setImmediate(() => this.#type(typeof keys === 'string' ? keys : keys(screen)))
  }

  /** Acts like a terminal: Ctrl-D ends the input unless raw mode is on. */
  #type(text: string) {
    if (this.raw || !text.endsWith('\u0004')) this.stdin.write(text)
    else this.stdin.end(text.slice(0, -1))
  }
}
