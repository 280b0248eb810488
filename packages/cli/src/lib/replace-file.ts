import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from '#cli/io/errors.ts'
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
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CliError(NOT_WRITTEN, `${file} cannot be written: ${reason}`, { exitCode: EXIT.failed, cause })
  }
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
