import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

/** Writes a file whole or not at all, with the folders it lies in. Throws CliError. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(draft, content)
    await rename(draft, file)
  } catch (cause) {
    await rm(draft, { force: true })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CliError('not_written', `${file} cannot be written: ${reason}`, { exitCode: EXIT.failed, cause })
  }
}
