import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Deviation } from '@rapport/core/api/read/deviation.ts'
import { createClient, type Client, type ClientOptions } from '@rapport/core/client/client.ts'
import { notOfferedError } from '#cli/api/extensions.ts'
import { createWaitReport, createWithRetry, type OnWait } from '#cli/api/retries.ts'
import { createTransport, type Fetch } from '#cli/api/transport.ts'
import { openProfileStore, type ProfileStore } from '#cli/config/profile-store.ts'
import { resolveSettings } from '#cli/config/settings.ts'
import { resolveTarget, type Target, type TargetFlags } from '#cli/config/target.ts'
import { CliError, describeError, interruptedError } from '#cli/io/errors.ts'
import { visibleText } from '#cli/io/terminal-text.ts'
import { createTerminal, type InputStream, type OutputStream, type Terminal } from '#cli/io/terminal.ts'
import type { FieldNames, OutputFormat, Presentation } from '#cli/output/document.ts'

/** The environment of the program. Tests pass their own streams and server. */
export interface System {
  stdin: InputStream
  stdout: OutputStream
  stderr: OutputStream
  env: NodeJS.ProcessEnv
  /** Sends no token. For images, which may be on other hosts. */
  fetch: Fetch
  /** The signal that Ctrl-C and signals of the system abort. */
  signal: AbortSignal
  now: () => Date
  /** Opens an address in the local web browser. */
  openUrl?: (url: string) => Promise<unknown>
  /** Calls the listener when nothing is left to wait for. */
  onIdle?: (listener: () => void) => void
  /** Ends the process at once. Called if output has failed. */
  exit?: (code: number) => void
  sleep?: (milliseconds: number) => Promise<void>
}

/** Global options as given on the command line. */
export interface GivenFlags extends TargetFlags {
  output?: OutputFormat
  json?: boolean
  /** A jq filter for JSON. */
  jq?: string
  fields?: string[]
  yes?: boolean
  input: boolean
  quiet?: boolean
  color: boolean
  timeout?: number
  debug?: boolean
}

/** Global options, completed by environment, profile and defaults. */
export interface GlobalFlags extends GivenFlags {
  output: OutputFormat
  timeout: number
}

/** Everything that a command may use. Commands neither print nor exit by themselves. */
export interface Deps extends Pick<System, 'env' | 'stdin' | 'signal' | 'now' | 'fetch'> {
  flags: GlobalFlags
  /** Flags as given, before environment, profile and defaults. */
  givenFlags: GivenFlags
  target: Target
  profiles: ProfileStore
  client: Client
  /** Creates the client of another API. */
  connect: (target: Target, changes?: Partial<ClientOptions>) => Client
  /** The `fetch` of the clients. Follows no redirect. */
  apiFetch: NonNullable<ClientOptions['fetch']>
  /** Waits; rejects if the command is interrupted. */
  sleep: (milliseconds: number) => Promise<void>
  /** Explains a wait before a call is sent again. */
  onWait: OnWait
  openUrl: (url: string) => Promise<unknown>
  debug: (line: string) => void
  terminal: Terminal
  describe: (error: unknown) => ReturnType<typeof describeError>
}

/** A command. `run` does the work, and `present` says how to show the result. */
export interface CommandModule<Input, Result> {
  /** What --fields can choose, and a CSV lists. Checked before the work is done, where it is known. */
  fields?: readonly string[] | ((input: Input) => FieldNames)
  run: (input: Input, deps: Deps) => Promise<Result>
  present: (result: Result, deps: Deps) => Presentation
}

/** Infers the result of a command, whose `run` must come before `present`. */
export const defineCommand = <Input, Result>(command: CommandModule<Input, Result>) => command

/** Loads a command and runs it. The `*.command.ts` files have only names and options, so that help starts fast. */
export type RunCommand = <Input, Result>(
  load: () => Promise<CommandModule<Input, Result>>,
  input: Input,
  resolve?: Resolve,
) => Promise<void>

type Resolve = (flags: TargetFlags, env: NodeJS.ProcessEnv, profiles: ProfileStore) => Target

/** Creates the dependencies of a command. Throws `CliError` if profile, URL or token cannot be used. */
export function createDeps(system: System, givenFlags: GivenFlags, resolve: Resolve = resolveTarget): Deps {
  const { env, signal, stderr, now, fetch } = system
  const profiles = openProfiles(givenFlags, env)
  const target = resolve(givenFlags, env, profiles)
  const flags = resolveGlobalFlags(givenFlags, env, target, profiles)
  // Logs methods, URLs and statuses, never headers and bodies, which contain secrets.
  const debug = (line: string) => {
    if (flags.debug) stderr.write(`debug: ${visibleText(line)}\n`)
  }
  const sleep = system.sleep ?? ((milliseconds: number) => interruptibleDelay(milliseconds, signal))
  const apiFetch = createTransport(fetch, debug)
  const terminal = createTerminal({
    ...system,
    flags,
    // Loading Ink takes longer than running most commands.
    startProgress: async (...options) => (await import('#cli/tui/progress.tsx')).startProgress(...options),
  })
  const onWait = createWaitReport(terminal, now)
  const withRetry = createWithRetry({ sleep, debug, onWait })
  const connect: Deps['connect'] = (api, changes) =>
    createClient({
      baseUrl: api.apiUrl,
      fetch: apiFetch,
      // A sign-in in the explorer replaces it.
      getToken: () => api.token,
      timeoutMs: flags.timeout * 1000,
      withRetry,
      signal,
      notOffered: notOfferedError,
      ...changes,
    })
  return {
    ...system,
    flags,
    givenFlags,
    target,
    profiles,
    terminal,
    client: connect(target, { onDeviation: (deviation) => reportLostRecords(deviation, terminal) }),
    connect,
    apiFetch,
    sleep,
    onWait,
    openUrl: system.openUrl ?? openInBrowser,
    debug,
    describe: (error) => describeError(error, target),
  }
}

/** Opens the stored profiles. What needs none of them, because the environment has address and token, works without the file. */
function openProfiles(flags: GivenFlags, env: NodeJS.ProcessEnv): ProfileStore {
  const profiles = openProfileStore(env)
  if (flags.profile || env['RAPPORT_PROFILE'] || !env['RAPPORT_API_URL'] || !env['RAPPORT_TOKEN']) return profiles
  try {
    profiles.names()
    return profiles
  } catch {
    return { ...profiles, ...NO_PROFILES }
  }
}

const NO_PROFILES = { find: () => undefined, current: () => undefined }

/** Reports records without an id: they cannot be shown or changed, and the list would silently be shorter. */
function reportLostRecords({ operation, field, records }: Deviation, terminal: Terminal): void {
  if (field === 'id')
    terminal.info(`note: ${operation} left out ${records === 1 ? 'a record' : `${records} records`} without an id.`)
}

/** Completes the flags by the profile of the target. Throws `CliError` (usage) for `--jq` with a format other than JSON. */
function resolveGlobalFlags(
  flags: GivenFlags,
  env: NodeJS.ProcessEnv,
  { profile }: Target,
  profiles: ProfileStore,
): GlobalFlags {
  if (flags.jq !== undefined && flags.output && flags.output !== 'json')
    throw new CliError('usage', `--jq filters JSON: it cannot be used with --output ${flags.output}.`)
  const settings = resolveSettings({ ...flags, profile }, env, profile === '' ? NO_PROFILES : profiles)
  const { output, timeout, color } = settings
  return { ...flags, output: output.value, timeout: timeout.value, color: color.value === 'auto' }
}

/** Rejects if what starts the browser fails within a second. */
async function openInBrowser(url: string): Promise<void> {
  const launcher = await (await import('open')).default(url)
  launcher.ref()
  if (launcher.exitCode === null)
    await once(launcher, 'exit', { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
  launcher.unref()
  if (launcher.exitCode) throw new Error(`Its launcher exited with code ${launcher.exitCode}.`)
}

async function interruptibleDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal })
  } catch (cause) {
    throw signal.aborted ? interruptedError() : cause
  }
}
