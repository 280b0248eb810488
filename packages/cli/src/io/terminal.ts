import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReadStream } from 'node:tty'
import { CliError, interruptedError } from './errors.ts'
import { visibleLine, visibleText } from './terminal-text.ts'

/** The input of the process, or of a test. */
export type InputStream = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>
export type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

export interface TerminalOptions {
  stdin: InputStream
  stdout: OutputStream
  stderr: OutputStream
  signal: AbortSignal
  env: NodeJS.ProcessEnv
  flags: { input: boolean; output: string; quiet?: boolean; color: boolean }
  startProgress: (total: number, label: string, options: TerminalOptions) => Promise<ProgressView>
}

export interface ProgressView {
  update(finished: number, failed: number): void
  stop(): void
}

export interface Question {
  prompt: string
  /** Whether the typed text is hidden. */
  isSecret?: boolean
}

interface ConfirmQuestion {
  /** Sentences about what is affected. */
  lines: readonly string[]
  prompt: string
  /** The text to type; y by default. */
  expectedAnswer?: string
}

export type Terminal = ReturnType<typeof createTerminal>

/** Creates the user's terminal, with messages and prompts on stderr. */
export function createTerminal(options: TerminalOptions) {
  const { stdin, stderr, flags, env } = options
  const isTerminal = stderr.isTTY === true
  const canAsk = flags.input && isTerminal && stdin.isTTY === true
  // Held back until success, since an error in JSON must be the only text on stderr.
  const buffersMessages = !isTerminal && (flags.output === 'json' || flags.output === 'ndjson')
  const bufferedLines: string[] = []
  let showsLiveView = false
  const info = (message: string) => {
    if (flags.quiet) return
    const line = `${visibleText(message)}\n`
    if (buffersMessages) bufferedLines.push(line)
    else stderr.write(line)
  }
  return {
    isTerminal,
    canAsk,
    info,
    /** Like `info`, but not beside a progress bar or the explorer. */
    explain(message: string) {
      if (!showsLiveView) info(message)
    },
    /** Writes messages that were held back. */
    flush() {
      for (const line of bufferedLines.splice(0)) stderr.write(line)
    },
    /** Asks questions in order. Throws `CliError` (130) on Ctrl-C. */
    ask: (questions: readonly Question[]) => askLines(questions, options),
    /** Returns true if the answer is yes. Throws `CliError` (130) on Ctrl-C. */
    async confirm(question: ConfirmQuestion) {
      stderr.write(question.lines.map((line) => `${visibleLine(line)}\n`).join(''))
      const [answer = ''] = await askLines([{ prompt: formatPrompt(question) }], options)
      return question.expectedAnswer === undefined
        ? /^y(es)?$/i.test(answer.trim())
        : answer.trim() === question.expectedAnswer
    },
    /** Leaves the terminal to what draws on it. */
    draw<Result>(draw: (options: TerminalOptions) => Promise<Result>) {
      showsLiveView = true
      return draw(options)
    },
    /** Shows a progress bar for more than one item, on a terminal. */
    async progress(total: number, label: string): Promise<ProgressView> {
      if (total < 2 || !isTerminal || env['TERM'] === 'dumb' || flags.quiet)
        return { update: () => undefined, stop: () => undefined }
      const bar = await options.startProgress(total, label, options)
      showsLiveView = true
      return {
        update: (finished, failed) => bar.update(finished, failed),
        stop() {
          showsLiveView = false
          bar.stop()
        },
      }
    },
  }
}

function formatPrompt({ prompt, expectedAnswer }: ConfirmQuestion): string {
  return visibleLine(expectedAnswer === undefined ? `${prompt} (y/N) ` : `${prompt} `)
}

/** Stops the job, as Ctrl-Z does outside of raw mode. Resolves once it continues, or if no shell could continue it. */
export async function stopJob(): Promise<void> {
  process.kill(0, 'SIGTSTP')
  await delay(100)
}

/** Asks all questions with one reader, so that pasted lines answer them in order. Secrets are not echoed. */
function askLines(questions: readonly Question[], { stdin, stderr, signal }: TerminalOptions): Promise<string[]> {
  let isEchoing = false
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (isEchoing) stderr.write(chunk)
      done()
    },
  })
  const reader = createInterface({ input: stdin, output: echo, terminal: true, historySize: 0 })
  const answers: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  let hasEnded = false
  const askNext = () => {
    const question = questions[answers.length]
    if (!question) return resolve(answers)
    if (question.isSecret) stderr.write(question.prompt)
    isEchoing = !question.isSecret
    reader.setPrompt(question.isSecret ? '' : question.prompt)
    reader.prompt(true)
  }
  const askAgain = () => {
    // The shell has changed the mode of the terminal meanwhile. Setting the same mode would do nothing.
    stdin.setRawMode?.(false)
    stdin.setRawMode?.(true)
    askNext()
  }
  process.on('SIGCONT', askAgain)
  const stop = async () => {
    process.off('SIGCONT', askAgain)
    stdin.setRawMode?.(false)
    stderr.write('\n')
    await stopJob()
    if (hasEnded) return
    process.on('SIGCONT', askAgain)
    askAgain()
  }
  reader.on('SIGTSTP', () => void stop())
  reader.on('line', (line) => {
    if (questions[answers.length]?.isSecret) stderr.write('\n')
    answers.push(line)
    askNext()
  })
  reader.on('SIGINT', () => {
    hasEnded = true
    stderr.write('\n')
    reject(interruptedError())
  })
  reader.on('close', () => {
    // After Ctrl-D the cursor is still in the line of the question.
    if (answers.length < questions.length && !hasEnded) stderr.write('\n')
    reject(new CliError('no_answer', 'No answer was given.'))
  })
  signal.addEventListener('abort', () => reject(interruptedError()), { once: true })
  askNext()
  return promise.finally(() => {
    hasEnded = true
    isEchoing = false
    process.off('SIGCONT', askAgain)
    reader.close()
  })
}
