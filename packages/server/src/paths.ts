import { join } from 'node:path'

// Sources and bundle have the same depth in the package, so this path is right in both.
const REPOSITORY = join(import.meta.dirname, '../../..')

/** The folder of the built console. */
export const CONSOLE_DIR = join(REPOSITORY, 'packages/web/dist')

/** The data folder unless the settings name another. */
export const DEFAULT_DATA_DIR = join(REPOSITORY, '.data')
