import { join } from 'node:path'

// This file is as deep in the package as the bundle, so that relative paths are the same from both.
const REPOSITORY = join(import.meta.dirname, '../../..')

/** The folder of the built console. */
export const CONSOLE_DIR = join(REPOSITORY, 'packages/web/dist')

/** The data folder unless the settings name another. */
export const DEFAULT_DATA_DIR = join(REPOSITORY, '.data')
