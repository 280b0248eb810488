import { render } from 'ink'
import { allowColor } from '../color.ts'
import { Browser } from './browser.ts'
import type { BrowserExit } from './mode.ts'
import { BrowserScreen } from './browser-screen.tsx'
import type { BrowserOptions } from './section.ts'

export interface BrowserStreams {
  stdin: NodeJS.ReadableStream
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
  signal: AbortSignal
  color: boolean
  /** Prints text for a screen reader instead of drawing frames. */
  isScreenReader: boolean
}

/** Opens the browser and resolves when the user leaves it. Restores the terminal. */
export async function openBrowser(
  options: BrowserOptions,
  { stdin, stdout, stderr, signal, color, isScreenReader }: BrowserStreams,
): Promise<BrowserExit> {
  let left: BrowserExit = { interrupted: signal.aborted, wasWriting: false }
  const browser = new Browser(options, (exit) => {
    left = exit
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
    // Text for a screen reader stays in the scrollback.
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
 * Turns off line wrapping: terminals disagree on the width of some characters, and a long line must not push the header
 * off the screen. Restored even if the process breaks.
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
