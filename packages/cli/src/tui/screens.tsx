import { render, type RenderOptions } from 'ink'
import { interrupted } from '#cli/io/errors.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import { allowColor } from './color.ts'
import { Confirm, type ConfirmAnswer, type ConfirmQuestion } from './confirm.tsx'
import { Progress } from './progress.tsx'

export type { ConfirmQuestion } from './confirm.tsx'

/** Where a screen is drawn: on stderr, since stdout is for data. */
export interface ScreenOptions {
  stdin: NodeJS.ReadableStream
  stderr: NodeJS.WritableStream
  signal: AbortSignal
  color: boolean
}

export interface ProgressView {
  update(finished: number, failed: number): void
  stop(): void
}

/** Asks on the terminal whether to go on. Throws CliError (130) on Ctrl-C. */
export async function confirm(question: ConfirmQuestion, options: ScreenOptions): Promise<boolean> {
  let answer: ConfirmAnswer = 'interrupted'
  const safe = { ...question, lines: question.lines.map(visibleLine), prompt: visibleLine(question.prompt) }
  const screen = render(
    <Confirm
      question={safe}
      onAnswer={(given) => {
        answer = given
        screen.unmount()
      }}
    />,
    renderOptions(options),
  )
  const stop = () => screen.unmount()
  options.signal.addEventListener('abort', stop, { once: true })
  await screen.waitUntilExit()
  options.signal.removeEventListener('abort', stop)
  if (answer === 'interrupted' || options.signal.aborted) throw interrupted()
  return answer === 'yes'
}

/** Draws a bar until it is stopped. */
export function startProgress(total: number, label: string, options: ScreenOptions): ProgressView {
  const view = (finished: number, failed: number) => (
    <Progress label={label} total={total} finished={finished} failed={failed} />
  )
  const screen = render(view(0, 0), renderOptions(options))
  return {
    update: (finished, failed) => screen.rerender(view(finished, failed)),
    stop: () => screen.unmount(),
  }
}

function renderOptions({ stdin, stderr, color }: ScreenOptions): RenderOptions {
  allowColor(color)
  return { stdin, stdout: stderr, stderr, exitOnCtrlC: false, patchConsole: false, interactive: true }
}
