import { render } from 'ink'
import { stopJob, type TerminalOptions } from '#cli/io/terminal.ts'
import { allowColor } from '../color.ts'
import { ExplorerScreen } from './explorer-screen.tsx'
import { ExplorerStore } from './explorer-store.ts'
import type { ExplorerExit } from './mode.ts'
import type { ExplorerOptions } from './section.ts'

/** Opens the explorer and resolves when the user leaves it. Restores the terminal. */
export async function openExplorer(
  options: ExplorerOptions,
  { stdin, stdout, stderr, signal, env, flags: { color } }: TerminalOptions,
): Promise<ExplorerExit> {
  const isScreenReader = env['INK_SCREEN_READER'] === 'true'
  let result: ExplorerExit = { wasInterrupted: signal.aborted, wasWriting: false }
  const explorer = new ExplorerStore(options, (exit) => {
    result = exit
    screen.unmount()
  })
  // Off, as terminals disagree on the width of some characters, and a long line must not push the header off the screen.
  const setWrapping = (isOn: boolean) => isScreenReader || stdout.write(isOn ? '\u001B[?7h' : '\u001B[?7l')
  // Restored even if the process crashes.
  const restoreWrapping = () => void setWrapping(true)
  const suspend = async () => {
    setWrapping(true)
    await stopJob()
    setWrapping(false)
  }
  allowColor(color)
  const screen = render(<ExplorerScreen explorer={explorer} color={color} suspend={suspend} />, {
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
  process.once('exit', restoreWrapping)
  setWrapping(false)
  const stop = () => explorer.interrupt()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    await screen.waitUntilExit()
  } finally {
    signal.removeEventListener('abort', stop)
    explorer.close()
    process.off('exit', restoreWrapping)
    restoreWrapping()
  }
  return result
}
