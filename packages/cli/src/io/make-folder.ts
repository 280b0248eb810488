import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { causeCode } from '@rapport/core/api/api-error.ts'

/** Creates a folder and its parents. Fails below /proc too, where Node's `recursive` never returns. */
export function makeFolder(folder: string, mode = 0o777): void {
  let topmost = folder
  while (!existsSync(dirname(topmost))) topmost = dirname(topmost)
  try {
    mkdirSync(topmost, { mode })
  } catch (error) {
    if (causeCode(error) !== 'EEXIST') throw error
  }
  mkdirSync(folder, { recursive: true, mode })
}
