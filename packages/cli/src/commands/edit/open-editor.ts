import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

/** Opens a file in the user's editor and waits until it closes. Throws `CliError` if there is no editor, or it fails. */
export async function openEditor(file: string, { env, terminal }: Pick<Deps, 'env' | 'terminal'>): Promise<void> {
  const editor = env['VISUAL'] || env['EDITOR'] || (terminal.canAsk ? 'vi' : undefined)
  if (editor === undefined) {
    throw new CliError('no_editor', 'No editor was found.', { hint: 'Set VISUAL or EDITOR.' })
  }
  // Ctrl-C in the editor must not end the tool, as with git.
  const listeners = process.listeners('SIGINT')
  process.removeAllListeners('SIGINT').on('SIGINT', () => undefined)
  try {
    // The variable may contain options: `code --wait`.
    const child = spawn('sh', ['-c', `${editor} "$@"`, editor, file], { env, stdio: 'inherit' })
    const [code] = await once(child, 'close')
    if (code === 0) return
  } finally {
    process.removeAllListeners('SIGINT')
    for (const listener of listeners) process.on('SIGINT', listener)
  }
  throw new CliError('editor_failed', `The editor ${editor} failed. Nothing was changed.`, {
    hint: 'Set VISUAL or EDITOR to another one.',
    exitCode: EXIT.failed,
  })
}
