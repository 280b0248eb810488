import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { tryToReplace } from '#cli/lib/replace-file.ts'

/**
 * Makes sure, before anything is read or sent, that refused rows take no file away: neither one that they come from, by
 * whatever name, nor another without consent. Throws CliError.
 */
export async function agreeToRejects(file: string, inputs: readonly string[], deps: Deps): Promise<void> {
  await tryToReplace(file)
  const there = await statIfThere(file)
  if (there === undefined) return
  for (const input of inputs) {
    const given = input === '-' ? undefined : await statIfThere(input)
    if (given?.dev !== there.dev || given.ino !== there.ino) continue
    throw new CliError('usage', `--rejects would write over ${input}, which is to be applied.`, {
      hint: 'Name another file for the rows that are refused.',
    })
  }
  const { flags, terminal } = deps
  // A pipe or a device loses nothing.
  if (flags.yes || !there.isFile()) return
  if (!terminal.canAsk || inputs.includes('-')) {
    throw new CliError('confirmation_needed', `Replacing ${file} needs --yes: there is nobody to ask.`, {
      hint: 'Name a file that is not there yet, or say --yes. It is replaced only when rows are refused.',
    })
  }
  const lines = [`${file} is there already. It is replaced when rows are refused.`]
  if (await terminal.confirm({ lines, prompt: 'Replace it then?' })) return
  throw new CliError('declined', 'Nothing was changed.', { exitCode: EXIT.failed })
}

/** What cannot be looked at is told when it is read or written. */
async function statIfThere(file: string): Promise<BigIntStats | undefined> {
  try {
    return await stat(file, { bigint: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
