import { STATUS_CODES } from 'node:http'
import { ApiError, causeCode, mayHaveArrived } from '@rapport/core/api/api-error.ts'
import { messageFor } from '@rapport/core/api/error-messages.ts'
import { mayAddRecord, type OperationId, operations } from '@rapport/core/api/operations.ts'
import type { LocatedMessage } from '@rapport/core/catalogue/read/row.ts'
import { formatDuration } from '@rapport/core/text/duration.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { canUseProxies, UNUSABLE_PROXY, withoutPassword } from './proxy.ts'

interface CliErrorDetails {
  hint?: string | undefined
  /** The sentences of the message, printed one per line. */
  sentences?: readonly string[]
  exitCode?: ExitCode
  issues?: readonly LocatedMessage[]
  cause?: unknown
}

/** The exit codes by the codes of errors; those of all others are usage (2). */
const EXIT_CODES: Partial<Record<string, ExitCode>> = {
  not_found: EXIT.notFound,
  bad_token: EXIT.auth,
  code_needed: EXIT.auth,
  changed_meanwhile: EXIT.conflict,
  conflict: EXIT.conflict,
  plan_outdated: EXIT.conflict,
  images_missing: EXIT.partial,
  interrupted: EXIT.interrupted,
  backup_incomplete: EXIT.failed,
  contract: EXIT.failed,
  declined: EXIT.failed,
  editor_failed: EXIT.failed,
  left_behind: EXIT.failed,
  no_answer: EXIT.failed,
  no_home: EXIT.failed,
  not_offered: EXIT.failed,
  not_opened: EXIT.failed,
  not_written: EXIT.failed,
  redirected: EXIT.failed,
  smoke_failed: EXIT.failed,
  stopped: EXIT.failed,
  unreadable_field: EXIT.failed,
  unusable_config: EXIT.failed,
}

/** An error that the tool itself finds. `hint` is the next step; the exit code is that of the error's code. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: string
  readonly hint: string | undefined
  readonly exitCode: ExitCode
  readonly sentences: readonly string[]
  readonly issues: readonly LocatedMessage[] | undefined

  constructor(code: string, message: string, details: CliErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.hint = details.hint
    this.sentences = details.sentences ?? [message]
    this.exitCode = details.exitCode ?? EXIT_CODES[code] ?? EXIT.usage
    this.issues = details.issues
  }
}

const SYSTEM_REASONS: Record<string, string> = {
  EISDIR: 'it is a folder',
  EEXIST: 'a file with that name exists',
  ENOTDIR: 'part of the path is not a folder',
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
  EFTYPE: 'it is not a regular file',
  EFBIG: 'it is too large',
}

/** Explains an error of the file system, for the end of a sentence. */
export function systemReason(cause: unknown): string {
  return `${SYSTEM_REASONS[causeCode(cause)] ?? (cause instanceof Error ? cause.message : String(cause))}.`
}

/**
 * Creates the error of a command ended by Ctrl-C or a signal. `pendingError` is that of the pending call, which the server may
 * have carried out.
 */
export function interruptedError(pendingError?: unknown): CliError {
  const mayHaveWritten =
    pendingError instanceof ApiError &&
    isWrite(pendingError) &&
    (pendingError.kind === 'aborted' || mayHaveArrived(pendingError))
  return new CliError('interrupted', mayHaveWritten ? INTERRUPTED_MESSAGE : 'Interrupted.', {
    hint: mayHaveWritten ? 'Check the list before trying again.' : undefined,
    cause: pendingError,
  })
}

export const INTERRUPTED_MESSAGE = 'Interrupted before the server responded. The change may have been made.'

export function isInterruption(error: unknown): error is CliError {
  return error instanceof CliError && error.exitCode === EXIT.interrupted
}

/** Creates the error of invalid values; the hint refers to the help of `command`. */
export function invalidInputError(sentences: readonly string[], command: string): CliError {
  return new CliError('invalid_input', sentences.join(' '), { sentences, hint: `See ${command} --help` })
}

/** An error as printed on stderr, or in the results of a bulk operation. */
export interface ErrorReport {
  code: string
  message: string
  hint: string | null
  status: number | null
  /** Issues in files. JSON has had this name since release 0.1.0. */
  mistakes?: readonly LocatedMessage[]
}

/** The target of a call, for hints. */
export interface ErrorTarget {
  apiUrl: string
  profile: string
  tokenSource: 'environment' | 'profile' | 'none'
  /** Another address that the profile is signed in to, if there is no token for this one. */
  otherApiUrl?: string
  /** The proxy on the way to the API. */
  proxy?: string | undefined
}

interface ErrorDescription {
  report: ErrorReport
  exitCode: ExitCode
}

/** Converts anything thrown to a report and an exit code. */
export function describeError(error: unknown, target?: ErrorTarget): ErrorDescription {
  if (error instanceof ApiError) return describeApiError(error, target)
  if (error instanceof CliError) {
    const { code, message, hint = null, issues, exitCode } = error
    return { report: { code, message, hint, status: null, ...(issues && { mistakes: issues }) }, exitCode }
  }
  const message = error instanceof Error ? error.message : String(error)
  const limit = LIMITS.find(([pattern]) => error instanceof RangeError && pattern.test(message))?.[1]
  if (limit !== undefined)
    return { report: { code: 'too_large', message: limit, hint: null, status: null }, exitCode: EXIT.failed }
  const hint = 'This is a bug in rapport. Run the command again with --debug to see where.'
  return { report: { code: 'internal', message, hint, status: null }, exitCode: EXIT.failed }
}

/** Limits of JavaScript that a response or file can exceed. */
const LIMITS = [
  [/call stack/, 'The data is nested too deeply.'],
  [/string length|allocation failed/, 'The data is too large to print.'],
] as const

/** Adds the HTTP status to a message for people. JSON has it as a field. */
export function withStatus({ message, status }: Pick<ErrorReport, 'message' | 'status'>): string {
  if (status === null || message.includes(String(status))) return message
  return `${message} (${[status, STATUS_CODES[status]].join(' ').trim()})`
}

/** Creates an error that says more than the one it is about: `toSentences` gets its message. */
export function restatedError(
  cause: unknown,
  { report, exitCode }: ErrorDescription,
  toSentences: (message: string) => string[],
): CliError {
  const sentences = toSentences(withStatus(report))
  return new CliError(report.code, sentences.join(' '), { sentences, hint: report.hint ?? undefined, exitCode, cause })
}

function describeApiError(error: ApiError, target: ErrorTarget | undefined): ErrorDescription {
  const { code, exitCode } = classify(error)
  const message = exitCode === EXIT.interrupted ? INTERRUPTED_MESSAGE : formatMessage(error, target)
  const hints = [hintFor(error, code, target)]
  if (isSave(error) && mayHaveArrived(error)) hints.push('It may have been saved: check the list before trying again.')
  const hint = hints.filter(Boolean).join(' ') || null
  return { report: { code, message, hint, status: error.status ?? null }, exitCode }
}

function formatMessage(error: ApiError, target?: ErrorTarget): string {
  // What the server says is about the console's sessions.
  if (isRefusedVariable(error, target)) return 'The server refused the token in RAPPORT_TOKEN.'
  if (!error.operation) return error.message
  const message = messageFor(error.operation, error)
  // The console's names for them; the tool says what its commands do.
  if (error.serverMessage !== undefined) return message
  return message.replace('subscription', 'product').replace('settings', 'your account')
}

function isRefusedVariable({ operation, status }: ApiError, target: ErrorTarget | undefined): boolean {
  return status === 401 && target?.tokenSource === 'environment' && !TAKES_CREDENTIALS.has(operation)
}

interface Classification {
  code: string
  exitCode: ExitCode
}

/** By the kind of an error, or its status. */
const CLASSIFICATIONS: Partial<Record<string | number, Classification>> = {
  no_token: { code: 'not_signed_in', exitCode: EXIT.auth },
  aborted: { code: 'interrupted', exitCode: EXIT.interrupted },
  network: { code: 'network', exitCode: EXIT.network },
  timeout: { code: 'timeout', exitCode: EXIT.network },
  bad_response: { code: 'bad_response', exitCode: EXIT.failed },
  401: { code: 'unauthorized', exitCode: EXIT.auth },
  403: { code: 'forbidden', exitCode: EXIT.auth },
  404: { code: 'not_found', exitCode: EXIT.notFound },
  409: { code: 'conflict', exitCode: EXIT.conflict },
  412: { code: 'changed_meanwhile', exitCode: EXIT.conflict },
  429: { code: 'rate_limited', exitCode: EXIT.network },
  500: { code: 'server_error', exitCode: EXIT.failed },
  501: { code: 'not_offered', exitCode: EXIT.failed },
  502: { code: 'unavailable', exitCode: EXIT.network },
  503: { code: 'unavailable', exitCode: EXIT.network },
  504: { code: 'unavailable', exitCode: EXIT.network },
}

function classify(error: ApiError): Classification {
  const { kind, status = 0, reason } = error
  if (kind === 'status' && status === 403 && reason) return { code: reason, exitCode: EXIT.auth }
  const found = CLASSIFICATIONS[kind === 'status' ? status : kind] ?? { code: 'rejected', exitCode: EXIT.failed }
  return found.exitCode !== EXIT.auth && isRefusedLogin(error) ? { code: 'unauthorized', exitCode: EXIT.auth } : found
}

const TAKES_CREDENTIALS: ReadonlySet<OperationId | undefined> = new Set<OperationId>([
  'login',
  'verifyTwoFactor',
  'confirmIdentity',
])

/** Returns true for a refused sign-in, which has various statuses. A response without an envelope is a wrong address. */
function isRefusedLogin({ kind, operation, status = 0, serverMessage }: ApiError): boolean {
  return (
    kind === 'status' &&
    TAKES_CREDENTIALS.has(operation) &&
    serverMessage !== undefined &&
    status < 500 &&
    status !== 429
  )
}

function isSave({ operation }: ApiError): boolean {
  return operation !== undefined && (mayAddRecord(operation) || operations[operation].method === 'PUT')
}

function isWrite(error: ApiError): boolean {
  return isSave(error) || (error.operation !== undefined && operations[error.operation].method === 'DELETE')
}

function hintFor(error: ApiError, code: string, target: ErrorTarget | undefined): string | undefined {
  const url = target?.apiUrl ?? 'the API'
  switch (code) {
    case 'not_signed_in':
      return notSignedInHint(target)
    case 'unauthorized':
      return unauthorizedHint(error, target)
    case 'confirm_identity':
      return `Run ${loginCommand(target)} again: signing in confirms your identity.`
    case 'missing_scope':
      return 'RAPPORT_TOKEN is an API token. Unset it to use your rapport login session.'
    case 'network':
      return networkHint(error, url, target?.proxy)
    case 'timeout': {
      const way = target?.proxy === undefined ? '' : ` through the proxy ${withoutPassword(target.proxy)}`
      return `${url} did not respond in time${way}. Increase the limit with --timeout.`
    }
    case 'bad_response': {
      const question = `Is ${url} the address of the API? Use --api-url to set a different one.`
      return formatMessage(error) === error.message ? question : `${error.message} ${question}`
    }
    case 'rate_limited':
    case 'unavailable': {
      const { retryAfterSeconds: seconds } = error
      return !seconds ? 'Try again in a moment.' : `Try again in ${formatDuration(seconds)}.`
    }
  }
  const fields = Object.entries(error.fields).filter(([, message]) => message !== formatMessage(error))
  if (fields.length > 0) return fields.map(([name, message]) => `${name}: ${message}`).join(' ')
  // Below 500 the message explains the error; above, only the server's log does.
  if (!error.requestId || (error.status ?? 0) < 500) return undefined
  return `Request ID: ${error.requestId}`
}

function notSignedInHint(target: ErrorTarget | undefined): string {
  if (target?.otherApiUrl === undefined) return `Run ${loginCommand(target)}, or set RAPPORT_TOKEN.`
  const { profile, apiUrl, otherApiUrl } = target
  // Signing in with the same profile would end its other session.
  return `The session of profile ${profile} is for ${otherApiUrl}. For ${apiUrl} use another: rapport login --profile NAME --api-url ${apiUrl}`
}

function unauthorizedHint(error: ApiError, target: ErrorTarget | undefined): string | undefined {
  const { operation, status } = error
  if (operation === 'login' && status === 404)
    return `Is ${target?.apiUrl} the address of the API, without /api/admin? Use --api-url to set a different one.`
  if (operation === 'login') return 'Check the email address and the password.'
  // The server's message says whether code or password is wrong.
  if (operation === 'verifyTwoFactor' || status !== 401) return undefined
  if (isRefusedVariable(error, target)) return 'The token has expired or was revoked, or belongs to another API.'
  return `The session has ended. Run ${loginCommand(target)}`
}

function loginCommand(target: ErrorTarget | undefined): string {
  return target && target.profile !== 'default' ? `rapport login --profile ${target.profile}` : 'rapport login'
}

export const PROXIES_NEED_NODE = `Node ${process.versions.node} cannot use a proxy: the tool needs Node 24.14 or newer for that.`

function networkHint(error: ApiError, url: string, proxy: string | undefined): string {
  const code = causeCode(error)
  if (proxy !== undefined && !/CERT|SELF_SIGNED|UNABLE_TO|EPROTO|ERR_SSL/.test(code)) {
    const name = withoutPassword(proxy)
    if (!canUseProxies) return PROXIES_NEED_NODE
    if (code === UNUSABLE_PROXY) return `The proxy ${name} cannot be used: it is not an http or https address.`
    return code === 'UND_ERR_ABORTED'
      ? `The proxy ${name} refuses the connection to ${url}. NO_PROXY names the hosts to reach without it.`
      : `Could not reach ${url} through the proxy ${name}${code === '' ? '' : ` (${code})`}. Is the proxy running? HTTPS_PROXY, HTTP_PROXY or ALL_PROXY names it.`
  }
  if (code === 'ECONNREFUSED')
    return `Could not connect to ${url}. Is the server running? Use --api-url to set a different one.`
  // https://fetch.spec.whatwg.org/#port-blocking
  if (error.cause instanceof Error && String(error.cause.cause) === 'Error: bad port')
    return `Browsers and Node send nothing to the port of ${url}, since it is another service's. Let the API use another port.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host of ${url} was not found. Check --api-url.`
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return `The certificate of ${url} is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to a file with your certificate authority.`
  }
  if (/EPROTO|ERR_SSL/.test(code))
    return `${url} does not answer in TLS (${code}). Does it expect http instead of https?`
  const question =
    url.startsWith('http:') && /ECONNRESET|UND_ERR_SOCKET|HPE_/.test(code) ? ' Does it expect https?' : ''
  return `The connection to ${url} broke${code === '' ? '' : ` (${code})`}. Try again.${question}`
}
