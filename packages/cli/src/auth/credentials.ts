import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CliError, systemReason } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { makeFolder } from '#cli/lib/make-folder.ts'
import { underLock } from './file-lock.ts'

/** What is kept of a profile. The token belongs to `apiUrl` and is sent nowhere else. */
export interface Profile {
  apiUrl: string
  email?: string
  token?: string
  /** Settings of the profile, as texts; `settings.ts` knows what they may hold. */
  output?: string
  timeout?: string
  color?: string
}

/** The profiles on this machine, in one file that its owner alone can read (T11). */
export interface Credentials {
  readonly path: string
  find(name: string): Profile | undefined
  names(): string[]
  /** The profile to use where neither flag nor environment names one, if that was chosen. */
  current(): string | undefined
  /** Keeps what becomes of a profile, of which another process may just have kept something else. */
  save<Kept extends Profile>(name: string, change: (before: Profile | undefined) => Kept): Promise<Kept>
  use(name: string): Promise<void>
  remove(name: string): Promise<void>
}

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
const FILE = 'config.json'

/** Opens the file under RAPPORT_CONFIG_DIR, XDG_CONFIG_HOME or ~/.config; reading creates nothing. */
export function openCredentials(env: NodeJS.ProcessEnv): Credentials {
  const folder = env['RAPPORT_CONFIG_DIR'] || join(configHome(env), 'rapport')
  const path = join(folder, FILE)
  const read = (): Read => readStored(folder, path)
  const change = <Kept>(next: (stored: Read) => [Stored, Kept]) => rewrite(folder, path, next)
  return {
    path,
    find: (name) => profileOf(read(), name, path),
    names: () => Object.keys(read().profiles),
    current: () => read().current,
    save: (name, next) =>
      change((stored) => {
        const profile = next(profileOf(stored, name, path))
        return [{ ...stored, profiles: { ...stored.profiles, [name]: profile } }, profile]
      }),
    use: (name) => change((stored) => [{ ...stored, current: name }, undefined]),
    remove: (name) =>
      change(({ profiles, current }) => {
        const { [name]: _removed, ...others } = profiles
        return [{ profiles: others, current: current === name ? undefined : current }, undefined]
      }),
  }
}

function profileOf({ profiles, written }: Read, name: string, path: string): Profile | undefined {
  if (Object.hasOwn(profiles, name)) return profiles[name]
  if (!Object.hasOwn(written, name)) return undefined
  // To take it for none would send its next session elsewhere, and lose what it holds.
  throw new CliError('unusable_config', `Profile ${name} could not be understood: it has no address as its apiUrl.`, {
    hint: `Mend it in ${path}, or take it out there.`,
    exitCode: EXIT.failed,
  })
}

interface Stored {
  profiles: Record<string, Profile>
  current: string | undefined
}

interface Read extends Stored {
  /** The profiles as they stand in the file, with what is not understood. */
  written: Record<string, unknown>
}

/** Reads and writes under one lock: what another process keeps in between would be lost. */
async function rewrite<Kept>(folder: string, path: string, next: (stored: Read) => [Stored, Kept]): Promise<Kept> {
  const { default: Conf } = await import('conf')
  try {
    privately(() => makeFolder(folder, FOLDER_MODE))
    keepFolderPrivate(folder)
    return await underLock(`${path}.lock`, () => {
      const stored = readStored(folder, path)
      const [{ profiles, current }, kept] = next(stored)
      privately(() => {
        const options = { cwd: folder, configName: 'config', configFileMode: FILE_MODE }
        const conf = new Conf({ ...options, accessPropertiesByDotNotation: false })
        // One assignment is one atomic write of the whole file.
        conf.store = { ...conf.store, profiles: withTheRest(profiles, stored), current: current ?? null }
      })
      return kept
    })
  } catch (cause) {
    throw cause instanceof CliError ? cause : unusable(path, cause, 'written')
  }
}

/** With what a person has written there and nobody here understands: that is not ours to throw away. */
function withTheRest(profiles: Record<string, Profile>, { profiles: before, written }: Read): Record<string, unknown> {
  const others = Object.entries(written).filter(([name]) => !Object.hasOwn(before, name))
  const kept = Object.entries(profiles).map(([name, profile]) => {
    const own = Object.hasOwn(written, name) ? written[name] : undefined
    const fields = isRecord(own) ? Object.entries(own).filter(([, value]) => typeof value !== 'string') : []
    return [name, { ...Object.fromEntries(fields), ...profile }]
  })
  return Object.fromEntries([...others, ...kept])
}

/** conf and mkdir take the umask off the modes: a mask of our own makes them exact. */
function privately(work: () => void): void {
  const umask = process.umask(0o077)
  try {
    work()
  } finally {
    process.umask(umask)
  }
}

function configHome(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32' && env['APPDATA']) return env['APPDATA']
  return env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config')
}

function readStored(folder: string, path: string): Read {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      return { profiles: {}, current: undefined, written: {} }
    throw unusable(path, cause, 'read')
  }
  keepFilePrivate(path)
  keepFolderPrivate(folder)
  try {
    const stored: unknown = JSON.parse(text)
    if (!isRecord(stored)) return { profiles: {}, current: undefined, written: {} }
    const { profiles, current } = stored
    const written = isRecord(profiles) ? profiles : {}
    return {
      written,
      profiles: onlyProfiles(written),
      current: typeof current === 'string' && current !== '' ? current : undefined,
    }
  } catch (cause) {
    throw unusable(path, cause, 'understood')
  }
}

/** The profiles among what a person may have edited; all that is understood of one is texts. */
function onlyProfiles(stored: Record<string, unknown>): Record<string, Profile> {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]) => {
      if (!isRecord(value)) return []
      const { apiUrl, ...others } = value
      if (typeof apiUrl !== 'string') return []
      const texts = Object.entries(others).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      return [[name, { ...Object.fromEntries(texts), apiUrl }]]
    }),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function keepFilePrivate(path: string): void {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o777) !== FILE_MODE) narrow(path, FILE_MODE)
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
  narrow(folder, FOLDER_MODE)
}

function narrow(target: string, mode: number): void {
  try {
    chmodSync(target, mode)
  } catch (cause) {
    throw new CliError('unusable_config', `${target} is open to others, and that could not be changed.`, {
      hint: `${reasonOf(cause)} Make it yours, or name another folder: RAPPORT_CONFIG_DIR.`,
      exitCode: EXIT.failed,
      cause,
    })
  }
}

function unusable(path: string, cause: unknown, done: string): CliError {
  return new CliError('unusable_config', `${path} could not be ${done}.`, {
    // A parser's message may quote the file, token and all.
    hint: done === 'understood' ? 'It is damaged: delete it and sign in again.' : reasonOf(cause),
    exitCode: EXIT.failed,
    ...(done !== 'understood' && { cause }),
  })
}

function reasonOf(cause: unknown): string {
  const reason = systemReason(cause)
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}
