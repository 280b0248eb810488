import { text as readAll } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { Deps } from '#cli/deps.ts'

/** Options of a command for which the server may ask for the password again. */
export interface PasswordStdinInput {
  passwordStdin?: boolean
}

export function addPasswordStdinOption(command: Command): Command {
  return command.option('--password-stdin', 'read the password from stdin if it is required')
}

/** Reads the password, and from a second line the two-factor code. */
export async function readPasswordStdin({ stdin }: Pick<Deps, 'stdin'>): Promise<{ password: string; code?: string }> {
  const [password = '', code] = (await readAll(stdin)).split(/\r?\n/)
  return { password, ...(code && { code }) }
}
