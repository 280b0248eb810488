import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { causeCode } from '@rapport/core/api/api-error.ts'
import { OperatorError } from '#server/domain/operator-error.ts'

/** Creates the data folder for its owner only, unless it exists. Throws `OperatorError` if it cannot. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new OperatorError(`RAPPORT_DATA_DIR cannot be used: ${error.message}.`, { cause: error })
  }
}

const FILE_NAME = 'secret.key'
const SECRET_BYTES = 32

/** Reads the secret in the data folder, which the first call creates. Throws if it is damaged, or cannot be read or written. */
export function readSecretFile(dataDir: string): Buffer {
  makeDataDir(dataDir)
  const file = join(dataDir, FILE_NAME)
  const secret = existsSync(file) ? readFileSync(file) : createSecretFile(file)
  if (secret.length < SECRET_BYTES)
    throw new Error(
      `${file} is damaged. Put it back from a backup. Without one, delete it for a new one, and run "rapport-server admin reset-two-factor" for admins with two-factor authentication.`,
    )
  return secret
}

/** Creates the secret, or reads the one that a concurrent start has created. */
function createSecretFile(file: string): Buffer {
  try {
    writeFileSync(file, randomBytes(SECRET_BYTES), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (causeCode(error) !== 'EEXIST') throw error
  }
  return readFileSync(file)
}
