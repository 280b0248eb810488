import { join } from 'node:path'

// This file lies as deep in the package as those of the bundle, so that the same is found from both.
const REPOSITORY = join(import.meta.dirname, '../../..')

/** Where the built console lies, if it is built. */
export const CONSOLE_DIR = join(REPOSITORY, 'packages/web/dist')

/** Where data is kept unless the settings name another folder. */
export const DEFAULT_DATA_DIR = join(REPOSITORY, '.data')
