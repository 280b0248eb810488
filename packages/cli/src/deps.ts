import { setTimeout as delay } from 'node:timers/promises'
import { createApi, type Api, type ApiOptions } from '@rapport/core/api/client.ts'
import { openCredentials, type Credentials } from '#cli/auth/credentials.ts'
import { chosenColor, chosenOutput, chosenTimeout } from '#cli/auth/settings.ts'
import type { Target, TargetFlags } from '#cli/auth/target.ts'
import { describeError, interrupted } from '#cli/io/errors.ts'
import type { OutputFormat, Presentation } from '#cli/io/output.ts'
import { createTerminal, type InputStream, type OutputStream, type Terminal } from '#cli/io/terminal.ts'
import { visibleText } from '#cli/io/terminal-text.ts'
import { createCall, createTransport, type Call, type Fetch } from '#cli/lib/call.ts'
import type { Deviation } from '#cli/lib/deviation.ts'

/** The world outside: the process for real, streams and a server of their own in a test. */
export interface System {
  stdin: InputStream
  stdout: OutputStream
  stderr: OutputStream
  env: NodeJS.ProcessEnv
  fetch: Fetch
  /** Aborted by Ctrl-C or a signal. */
  signal: AbortSignal
  now: () => Date
  /** Ends the process at once; for when nothing can be printed any more. */
  exit?: (code: number) => void
  sleep?: (milliseconds: number) => Promise<void>
}

/** The options that every command takes, as they were given. */
export interface GivenFlags extends TargetFlags {
  output?: OutputFormat
  json?: boolean
  fields?: string[]
  yes?: boolean
  input: boolean
  quiet?: boolean
  color: boolean
  timeout?: number
  debug?: boolean
}

/** The same with what environment, profile and defaults say where no flag does. */
export interface GlobalFlags extends GivenFlags {
  output: OutputFormat
  timeout: number
}

/** All that a verb may use; it neither prints nor exits by itself. */
export interface Deps {
  flags: GlobalFlags
  /** The flags as they were given, for who wants to know what decided. */
  given: GivenFlags
  env: NodeJS.ProcessEnv
  stdin: InputStream
  target: Target
  credentials: Credentials
  api: Api
  call: Call
  /** The `fetch` of `api`, for a client of another make. Follows no redirect. */
  send: (request: Request) => Promise<Response>
  /** Asks without the session's token, for what is no call of the API (an image), or with another token. */
  fetch: Fetch
  /** Waits; rejects when the command is interrupted. */
  sleep: (milliseconds: number) => Promise<void>
  debug: (line: string) => void
  terminal: Terminal
  describe: (error: unknown) => ReturnType<typeof describeError>
  signal: AbortSignal
  now: () => Date
}

/** A verb: `run` does the work and gives a result, `present` says how to show it. */
export interface Verb<Input, Result> {
  run: (input: Input, deps: Deps) => Promise<Result>
  present: (result: Result, deps: Deps) => Presentation
}

/** Runs a verb that is loaded only now; the command files know words and options alone. */
export type RunVerb = <Input, Result>(
  load: () => Promise<Verb<Input, Result>>,
  input: Input,
  resolve?: Resolve,
) => Promise<void>

type Resolve = (flags: TargetFlags, env: NodeJS.ProcessEnv, credentials: Credentials) => Target

/** Puts together what a verb needs. Throws CliError when profile, URL or token cannot be used. */
export function openDeps(system: System, given: GivenFlags, resolve: Resolve): Deps {
  const { env, signal, stdin, stdout, stderr, now } = system
  const credentials = openCredentials(env)
  const target = resolve(given, env, credentials)
  const flags = settledFlags(given, env, target.profile, credentials)
  const debug = createDebug(system, flags)
  const sleep = system.sleep ?? ((milliseconds: number) => interruptibleDelay(milliseconds, signal))
  const terminal = createTerminal({
    stdin,
    stdout,
    stderr,
    signal,
    isSpoken: env['INK_SCREEN_READER'] === 'true',
    quiet: flags.quiet ?? false,
    input: flags.input,
    draws: env['TERM'] !== 'dumb',
    color: flags.color,
  })
  const send = createTransport(system.fetch, debug)
  return {
    flags,
    given,
    env,
    stdin,
    target,
    credentials,
    terminal,
    signal,
    now,
    api: openApi(target, { flags, send }),
    call: createCall({ sleep, debug }),
    send,
    fetch: system.fetch,
    sleep,
    debug,
    describe: (error) => describeError(error, target),
  }
}

type ApiChanges = Partial<ApiOptions> & { onDeviation?: (deviation: Deviation) => void }

/** A client of the target, for commands that need another one than `deps.api`. */
export function openApi(target: Target, { flags, send }: Pick<Deps, 'flags' | 'send'>, changes: ApiChanges = {}): Api {
  return createApi({
    baseUrl: target.apiUrl,
    fetch: send,
    getToken: () => target.token,
    timeoutMs: flags.timeout * 1000,
    ...changes,
  })
}

function settledFlags(
  given: GivenFlags,
  env: NodeJS.ProcessEnv,
  profile: string,
  credentials: Credentials,
): GlobalFlags {
  const stored = profile === '' ? undefined : credentials.find(profile)
  return {
    ...given,
    output: chosenOutput(given, profile, stored).value,
    timeout: chosenTimeout(given, profile, stored).value,
    color: chosenColor(given, env, profile, stored).value === 'auto',
  }
}

/** Lines for --debug: methods, URLs and statuses, never a header or a body, where the secrets are. */
function createDebug({ stderr }: System, flags: GlobalFlags): (line: string) => void {
  return (line) => {
    if (flags.debug) stderr.write(`debug: ${visibleText(line)}\n`)
  }
}

async function interruptibleDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal })
  } catch (cause) {
    if (signal.aborted) throw interrupted()
    throw cause
  }
}
