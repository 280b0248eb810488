import { mkdirSync } from 'node:fs'
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
