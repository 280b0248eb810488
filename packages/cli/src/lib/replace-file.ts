import { existsSync, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CliError, systemReason } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { makeFolder } from './make-folder.ts'

const NOT_WRITTEN = 'not_written'

/** Writes a file whole or not at all, with the folders it lies in. Throws CliError. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`
  try {
    makeFolder(dirname(file))
    await writeFile(draft, content)
    await rename(draft, file)
  } catch (cause) {
    // Where no draft could be made, removing it fails for the same reason, which is told.
    await rm(draft, { force: true }).catch(() => undefined)
    throw notWritten(file, cause)
  }
}

/**
 * Makes sure, before work begins whose results are to be kept in a file, that it can be written; leaves nothing behind.
 * @throws CliError, a usage error for what is no file
 */
export async function tryToReplace(file: string): Promise<void> {
  try {
    refuseOther(file)
    let folder = dirname(file)
    while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
    const trial = join(folder, `rapport.${process.pid}.tmp`)
    await writeFile(trial, '')
    await rm(trial)
  } catch (cause) {
    throw cause instanceof CliError ? cause : notWritten(file, cause)
  }
}

function refuseOther(file: string): void {
  const there = statSync(file, { throwIfNoEntry: false })
  if (!there || there.isFile()) return
  const message = `${file} is ${there.isDirectory() ? 'a folder' : 'no file that can be replaced'}.`
  throw new CliError('usage', message, { hint: 'Name a file, which may be there or not.' })
}

function notWritten(file: string, cause: unknown): CliError {
  const message = `${file} cannot be written: ${systemReason(cause)}`
  return new CliError(NOT_WRITTEN, message, { exitCode: EXIT.failed, cause })
}

/** What kept a file from being written, for who has results to show beside it. Throws what is anything else. */
export async function writeFailure(write: () => Promise<unknown>): Promise<CliError | undefined> {
  try {
    await write()
    return undefined
  } catch (error) {
    if (error instanceof CliError && error.code === NOT_WRITTEN) return error
    throw error
  }
}
