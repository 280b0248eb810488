import { join } from 'node:path'

// Sources and bundle have the same depth in the package, so this path is right in both.
const REPOSITORY = join(import.meta.dirname, '../../..')

export const CONSOLE_DIR = join(REPOSITORY, 'packages/web/dist')

export const DEFAULT_DATA_DIR = join(REPOSITORY, '.data')
