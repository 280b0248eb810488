import { ApiError } from '@rapport/core/api/api-error.ts'
import type { Command } from 'commander'
import type { Deps } from '#cli/deps.ts'
import { readStream } from '#cli/io/read-file.ts'

/**
 * Sends a call that requires a recently confirmed identity. If the server refuses, asks for the password to confirm the
 * identity, and sends the call again.
 */
export async function withConfirmedIdentity<Data>(
  { passwordStdin = false }: PasswordStdinInput,
  deps: Deps,
  send: () => Promise<Data>,
): Promise<Data> {
  const { client, terminal } = deps
  try {
    return await send()
  } catch (error) {
    const needsConfirmation = error instanceof ApiError && error.reason === 'confirm_identity'
    if (!needsConfirmation || !(passwordStdin || terminal.canAsk)) throw error
  }
  const { password } = passwordStdin ? await readPasswordStdin(deps) : await askPassword(deps)
  await client.call('confirmIdentity', { body: { password } })
  return send()
}

async function askPassword({ terminal, target }: Deps): Promise<{ password: string }> {
  terminal.info(`Confirm it's you at ${target.apiUrl}.`)
  const [password = ''] = await terminal.ask([{ prompt: 'Password: ', isSecret: true }])
  return { password }
}

/** Options of commands for which the server may ask for the password. */
export interface PasswordStdinInput {
  passwordStdin?: boolean
}

export function addPasswordStdinOption(command: Command): Command {
  return command.option('--password-stdin', 'read the password from stdin if it is required')
}

/** Reads the password, and the two-factor code from the second line. */
export async function readPasswordStdin({
  stdin,
  signal,
}: Pick<Deps, 'stdin' | 'signal'>): Promise<{ password: string; code?: string }> {
  const [password = '', code] = new TextDecoder().decode(await readStream(stdin, { signal })).split(/\r?\n/)
  return { password, ...(code && { code }) }
}
