import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

/** What is kept of a profile. The token belongs to `apiUrl` and is sent nowhere else. */
export interface Profile {
  apiUrl: string
  email?: string
  token?: string
}

/** The profiles on this machine, in one file that its owner alone can read (T11). */
export interface Credentials {
  readonly path: string
  find(name: string): Profile | undefined
  names(): string[]
  save(name: string, profile: Profile): Promise<void>
}

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
const FILE = 'config.json'

/** Opens the file under RAPPORT_CONFIG_DIR, XDG_CONFIG_HOME or ~/.config; reading creates nothing. */
export function openCredentials(env: NodeJS.ProcessEnv): Credentials {
  const folder = env['RAPPORT_CONFIG_DIR'] || join(configHome(env), 'rapport')
  const path = join(folder, FILE)
  const profiles = (): Record<string, Profile> => readProfiles(folder, path)
  return {
    path,
    find: (name) => (Object.hasOwn(profiles(), name) ? profiles()[name] : undefined),
    names: () => Object.keys(profiles()),
    async save(name, profile) {
      const { default: Conf } = await import('conf')
      const all = { ...profiles(), [name]: profile }
      if (existsSync(folder)) keepFolderPrivate(folder)
      // conf takes the umask off the mode and makes the folder with what is left: a mask of our own makes both exact.
      const umask = process.umask(0o077)
      try {
        const options = { cwd: folder, configName: 'config', configFileMode: FILE_MODE }
        new Conf({ ...options, accessPropertiesByDotNotation: false }).set('profiles', all)
      } catch (cause) {
        throw unusable(path, cause, 'written')
      } finally {
        process.umask(umask)
      }
    },
  }
}

function configHome(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32' && env['APPDATA']) return env['APPDATA']
  return env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config')
}

function readProfiles(folder: string, path: string): Record<string, Profile> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return {}
    throw unusable(path, cause, 'read')
  }
  keepFilePrivate(path)
  keepFolderPrivate(folder)
  try {
    const stored: unknown = JSON.parse(text)
    return isRecord(stored) && isRecord(stored['profiles']) ? onlyProfiles(stored['profiles']) : {}
  } catch (cause) {
    throw unusable(path, cause, 'understood')
  }
}

function onlyProfiles(stored: Record<string, unknown>): Record<string, Profile> {
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, Profile] => isProfile(entry[1])))
}

function isProfile(value: unknown): value is Profile {
  return isRecord(value) && typeof value['apiUrl'] === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function keepFilePrivate(path: string): void {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o777) !== FILE_MODE) chmodSync(path, FILE_MODE)
}

/** Takes back what others were allowed, unless the folder is shared: narrowing that one would break its other users. */
function keepFolderPrivate(folder: string): void {
  if (process.platform === 'win32' || (statSync(folder).mode & 0o777) === FOLDER_MODE) return
  if (readdirSync(folder).some((name) => !name.startsWith(FILE))) {
    throw new CliError('shared_config_folder', `${folder} is open to others and holds other files.`, {
      hint: 'Give rapport a folder of its own: RAPPORT_CONFIG_DIR.',
      exitCode: EXIT.failed,
    })
  }
  chmodSync(folder, FOLDER_MODE)
}

function unusable(path: string, cause: unknown, done: string): CliError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new CliError('unusable_config', `${path} could not be ${done}.`, {
    // A parser's message may quote the file, token and all.
    hint: done === 'understood' ? 'It is damaged: delete it and sign in again.' : reason,
    exitCode: EXIT.failed,
    ...(done !== 'understood' && { cause }),
  })
}
