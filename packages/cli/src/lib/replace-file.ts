import { lstatSync, statSync } from 'node:fs'
import { chmod, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { makeFolder } from './make-folder.ts'

const NOT_WRITTEN = 'not_written'

/**
 * Writes a file whole or not at all, with the folders it lies in. A link keeps leading to it, and it keeps its mode; what
 * is no regular file, such as a pipe, is written into. Throws CliError.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  try {
    makeFolder(dirname(file))
    const there = statSync(file, { throwIfNoEntry: false })
    if (there && !there.isFile()) await writeFile(file, content)
    else await replaceRegular(await endOfLinks(file), content, there?.mode)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CliError(NOT_WRITTEN, `${file} cannot be written: ${reason}`, { exitCode: EXIT.failed, cause })
  }
}

async function replaceRegular(file: string, content: string | Uint8Array, mode: number | undefined): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`
  try {
    await writeFile(draft, content, { mode })
    // The umask may have taken away what the file had.
    if (mode !== undefined) await chmod(draft, mode)
    await rename(draft, file)
  } catch (error) {
    // Where no draft could be made, removing it fails for the same reason, which is told.
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

/** The file that links lead to in the end, which need not be there yet. */
async function endOfLinks(file: string): Promise<string> {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return file
  return endOfLinks(resolve(await realpath(dirname(file)), await readlink(file)))
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
