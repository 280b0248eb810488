import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { isObject } from '@rapport/core/api/read/is-object.ts'
import { lock } from 'proper-lockfile'
import { CliError, systemReason } from '#cli/io/errors.ts'

/** A stored profile. The token belongs to `apiUrl` and is sent nowhere else. */
export interface Profile {
  apiUrl: string
  email?: string
  token?: string
  /** The address of the console, for `rapport open`. */
  consoleUrl?: string
  /** Settings as stored; `settings.ts` validates them. */
  output?: string
  timeout?: string
  color?: string
}

/** The profiles on this machine, in one file that only its owner can read. */
export type ProfileStore = ReturnType<typeof openProfileStore>

interface Content {
  /** Not validated: the file may have been edited by hand. */
  profiles: Record<string, unknown>
  current: string | null
  [other: string]: unknown
}

const LOCK_OPTIONS = {
  realpath: false,
  // A write takes milliseconds, so the process of an older lock was killed.
  stale: 2000,
  retries: { retries: 50, minTimeout: 10, maxTimeout: 200 },
  // A process that was stopped for longer, for example by Ctrl-Z, has lost its lock. Its write is atomic anyway.
  onCompromised: () => undefined,
}

/** Opens the file under RAPPORT_CONFIG_DIR, XDG_CONFIG_HOME or ~/.config. Reading creates nothing. */
export function openProfileStore(env: NodeJS.ProcessEnv) {
  const folder = env['RAPPORT_CONFIG_DIR'] || join(configHome(env), 'rapport')
  const path = join(folder, 'config.json')
  const readContent = (): Content => {
    if (!existsSync(path)) return { profiles: {}, current: null }
    try {
      const file: unknown = parseJson(readFileSync(path, 'utf8'))
      const { profiles, current, ...others } = isObject(file) ? file : {}
      return {
        ...others,
        profiles: isObject(profiles) ? profiles : {},
        current: typeof current === 'string' ? current : null,
      }
    } catch (cause) {
      throw unusableError(path, cause, 'read')
    }
  }
  const update = async <Result>(change: (content: Content) => { next: Content; result: Result }): Promise<Result> => {
    // Loaded for writes only: it takes 70 ms and adds signal handlers that a bulk operation must not have.
    const { default: Conf } = await import('conf')
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const release = await lock(path, LOCK_OPTIONS)
      try {
        const { next, result } = change(readContent())
        const options = { cwd: folder, configName: 'config', configFileMode: 0o600 }
        const conf = new Conf<Content>({
          ...options,
          accessPropertiesByDotNotation: false,
          clearInvalidConfig: false,
          deserialize: parseJson,
        })
        conf.store = next
        return result
      } finally {
        await release().catch(() => undefined)
      }
    } catch (cause) {
      throw cause instanceof CliError ? cause : unusableError(path, cause, 'written')
    }
  }

  return {
    path,
    find: (name: string) => profileIn(readContent(), name, path),
    names: () => Object.entries(readContent().profiles).flatMap(([name, value]) => (hasApiUrl(value) ? [name] : [])),
    /** The default profile, if one was chosen. */
    current: () => readContent().current ?? undefined,
    /** Replaces a profile. `change` receives the stored one, which another process may just have changed. */
    save: <Next extends Profile>(name: string, change: (before: Profile | undefined) => Next) =>
      update((content) => {
        const result = change(profileIn(content, name, path))
        return { next: { ...content, profiles: { ...content.profiles, [name]: result } }, result }
      }),
    use: (name: string) => update((content) => ({ next: { ...content, current: name }, result: undefined })),
    remove: (name: string) =>
      update(({ profiles: { [name]: _removed, ...profiles }, current, ...others }) => ({
        next: { ...others, profiles, current: current === name ? null : current },
        result: undefined,
      })),
  }
}

/** Parses JSON, also as Windows editors write it: after a byte order mark. */
function parseJson(text: string): Content {
  return JSON.parse(text.replace(/^\uFEFF/, ''))
}

function profileIn({ profiles }: Content, name: string, path: string): Profile | undefined {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile === undefined) return undefined
  if (hasApiUrl(profile)) {
    const texts = Object.entries(profile).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return { ...Object.fromEntries(texts), apiUrl: profile.apiUrl }
  }
  // An unreadable profile must not count as unknown: signing in would overwrite it.
  throw new CliError('unusable_config', `Profile ${name} cannot be read: it has no apiUrl.`, {
    hint: `Fix it in ${path}, or delete it there.`,
  })
}

function hasApiUrl(value: unknown): value is { apiUrl: string } {
  return isObject(value) && typeof value['apiUrl'] === 'string'
}

function configHome(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32' && env['APPDATA']) return env['APPDATA']
  // The standard ignores a relative path.
  if (env['XDG_CONFIG_HOME'] && isAbsolute(env['XDG_CONFIG_HOME'])) return env['XDG_CONFIG_HOME']
  const home = env['HOME'] || homedir()
  if (isAbsolute(home)) return join(home, '.config')
  throw new CliError('no_home', 'There is no home folder to store settings in: HOME is empty.', {
    hint: 'Set HOME, or set RAPPORT_CONFIG_DIR to a folder for the settings.',
  })
}

function unusableError(path: string, cause: unknown, action: 'read' | 'written'): CliError {
  // A JSON parser's message may quote the file, and with it the token.
  if (cause instanceof SyntaxError) {
    return new CliError('unusable_config', `${path} is not valid JSON.`, { hint: 'Delete it and sign in again.' })
  }
  return new CliError('unusable_config', `${path} could not be ${action}: ${systemReason(cause)}`, { cause })
}
