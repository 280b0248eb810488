import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

// Sources and bundle have the same depth in the package, so this path is right in both.
const PACKAGE = join(import.meta.dirname, '..')
const REPOSITORY = join(PACKAGE, '../..')

/** Whether this is the package of `npm run pack`: it has the console, and an upgrade replaces its folder. */
const isInstalled = !existsSync(join(PACKAGE, 'src'))

export const CONSOLE_DIR = isInstalled ? join(PACKAGE, 'console') : join(REPOSITORY, 'packages/web/dist')
export const OPERATING_PAGE = join(isInstalled ? PACKAGE : REPOSITORY, 'docs/operating.md')

export const DEFAULT_DATA_DIR = isInstalled
  ? join(process.env['XDG_DATA_HOME'] || join(homedir(), '.local/share'), 'rapport')
  : join(REPOSITORY, '.data')
