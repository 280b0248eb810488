import { render } from 'ink'
import { allowColor } from '../color.ts'
import { Browser } from './browser.ts'
import type { BrowserExit } from './mode.ts'
import { BrowserScreen } from './browser-screen.tsx'
import type { BrowserOptions } from './section.ts'

/** Where the browser is drawn and where its keys come from. */
export interface BrowserStreams {
  stdin: NodeJS.ReadableStream
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
  signal: AbortSignal
  color: boolean
  /** Text that is read out instead of a frame that is drawn. */
  isScreenReader: boolean
}

/** Opens the browser on a terminal and resolves when it is left, with the terminal as it was before. */
export async function openBrowser(
  options: BrowserOptions,
  { stdin, stdout, stderr, signal, color, isScreenReader }: BrowserStreams,
): Promise<BrowserExit> {
  let left: BrowserExit = { interrupted: signal.aborted, wasWriting: false }
  const browser = new Browser(options, (leaving) => {
    left = leaving
    screen.unmount()
  })
  allowColor(color)
  const screen = render(<BrowserScreen browser={browser} color={color} />, {
    stdin,
    stdout,
    stderr,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    isScreenReaderEnabled: isScreenReader,
    // What is read out stays where it can be read again.
    alternateScreen: !isScreenReader,
  })
  const unwrapped = isScreenReader ? undefined : withoutWrapping(stdout)
  const stop = () => browser.interrupt()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    await screen.waitUntilExit()
  } finally {
    signal.removeEventListener('abort', stop)
    browser.close()
    unwrapped?.end()
  }
  return left
}

/**
 * Terminals do not agree on how wide some emoji and scripts are. A line that turns out too long is to lose its end, not to
 * push the header off the screen. Given back even when the process breaks.
 */
function withoutWrapping(stdout: NodeJS.WritableStream) {
  const giveBack = () => void stdout.write('\u001B[?7h')
  stdout.write('\u001B[?7l')
  process.once('exit', giveBack)
  return {
    end() {
      process.off('exit', giveBack)
      giveBack()
    },
  }
}
