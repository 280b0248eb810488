import { existsSync, mkdirSync, statSync } from 'node:fs'
import { access, constants, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { CliError, systemReason } from './errors.ts'

const NOT_WRITTEN = 'not_written'

/**
 * Writes a file atomically, and creates its folders. Links and modes are kept; pipes and devices, such as /dev/stdout, are
 * written to directly. `mode` is that of a new file. Throws `CliError`.
 */
export async function replaceFile(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats && !stats.isFile()) await writeFile(file, content)
    else await writeFileAtomic(file, Buffer.from(content), { ...(!stats && mode !== undefined && { mode }) })
  } catch (cause) {
    throw writeError(file, cause)
  }
}

/** Checks before long work that the file can be written. Throws `CliError`, a usage error for a folder. */
export async function assertWritable(file: string): Promise<void> {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats?.isDirectory()) {
      throw new CliError('usage', `${file} is a folder.`, {
        hint: 'Specify a file. It is created if it does not exist.',
      })
    }
    let parent = dirname(resolve(file))
    while (!existsSync(parent)) parent = dirname(parent)
    await access(stats ? file : `${parent}/.`, constants.W_OK)
  } catch (cause) {
    throw cause instanceof CliError ? cause : writeError(file, cause)
  }
}

function writeError(file: string, cause: unknown): CliError {
  const message = `${file} cannot be written: ${systemReason(cause)}`
  return new CliError(NOT_WRITTEN, message, { cause })
}

/** Returns the error of a failed write, for commands that still have results to print. Other errors are thrown. */
export async function catchWriteError(write: () => Promise<unknown>): Promise<CliError | undefined> {
  try {
    await write()
    return undefined
  } catch (error) {
    if (error instanceof CliError && error.code === NOT_WRITTEN) return error
    throw error
  }
}
