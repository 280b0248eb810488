import { existsSync, lstatSync, statSync } from 'node:fs'
import { chmod, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CliError, systemReason } from '#cli/io/errors.ts'
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
    throw notWritten(file, cause)
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

/**
 * Makes sure, before work begins whose results are to be kept in a file, that it can be written; leaves nothing behind.
 * @throws CliError, a usage error for a folder
 */
export async function tryToReplace(file: string): Promise<void> {
  try {
    const there = statSync(file, { throwIfNoEntry: false })
    if (there?.isDirectory()) {
      throw new CliError('usage', `${file} is a folder.`, { hint: 'Name a file, which may be there or not.' })
    }
    if (there && !there.isFile()) return
    let folder = dirname(await endOfLinks(file))
    while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
    const trial = join(folder, `rapport.${process.pid}.tmp`)
    await writeFile(trial, '')
    await rm(trial)
  } catch (cause) {
    throw cause instanceof CliError ? cause : notWritten(file, cause)
  }
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
