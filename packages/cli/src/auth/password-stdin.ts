import type { Command } from 'commander'
import type { Deps } from '#cli/deps.ts'
import { readStream } from '#cli/io/read-file.ts'

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
