import { mkdirSync } from 'node:fs'
import { EnvError } from './env.ts'

/** Creates the data folder for its owner only, unless it exists. Throws `EnvError`. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new EnvError(`RAPPORT_DATA_DIR cannot be used: ${error.message}.`, { cause: error })
  }
}
