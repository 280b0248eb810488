import { ApiError } from '@rapport/core/api/api-error.ts'
import { messageFor } from '@rapport/core/messages.ts'
import type { OperationId } from '@rapport/core/operations.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'

interface CliErrorDetails {
  hint?: string | undefined
  /** Where there is more than one thing to say: a sentence each, of which the message is made. */
  sentences?: readonly string[]
  exitCode?: ExitCode
  mistakes?: readonly Mistake[]
  cause?: unknown
}

/** What is wrong with a file, and where; lines and columns count from 1. */
export interface Mistake {
  file: string
  line: number
  column: number
  message: string
}

/** What a person did, or has to do, before the command can work. `hint` is the next step; usage (2) unless said. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: string
  readonly hint: string | undefined
  readonly exitCode: ExitCode
  /** What the message says, a sentence each. */
  readonly sentences: readonly string[]
  /** All that is wrong with the files given, where that is what went wrong. */
  readonly mistakes: readonly Mistake[] | undefined

  constructor(code: string, message: string, details: CliErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.hint = details.hint
    this.sentences = details.sentences ?? [message]
    this.exitCode = details.exitCode ?? EXIT.usage
    this.mistakes = details.mistakes
  }
}

const SYSTEM_REASONS: Record<string, string> = {
  EISDIR: 'it is a folder',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a part of the path is no folder',
  ENOENT: 'there is no such file or folder',
  EACCES: 'there is no permission for it',
  EPERM: 'there is no permission for it',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
}

/** Why the system did not do something with a file, to stand behind a colon; its own text where there are no words. */
export function systemReason(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return `${SYSTEM_REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause))}.`
}

/**
 * The error of a command that was ended by Ctrl-C or a signal; `during` is what its call failed with, since a write that
 * was sent may be done.
 */
export function interrupted(during?: unknown): CliError {
  const isUnsure = during instanceof ApiError && isSave(during) && (during.kind === 'aborted' || mayHaveArrived(during))
  return new CliError('interrupted', isUnsure ? INTERRUPTED : 'Interrupted.', {
    hint: isUnsure ? 'Look at the list before you try again.' : undefined,
    exitCode: EXIT.interrupted,
    cause: during,
  })
}

/** Whether an error says by itself that the command was interrupted. */
export function isInterruption(error: unknown): error is CliError {
  return error instanceof CliError && error.exitCode === EXIT.interrupted
}

/** The error of values that are wrong, all of them at once; `help` is the command whose help knows better. */
export function invalidInput(sentences: readonly string[], help: string): CliError {
  return new CliError('invalid_input', sentences.join(' '), { sentences, hint: `See ${help} --help.` })
}

/** What is printed of an error, on stderr or in the results of a bulk. */
export interface ErrorReport {
  code: string
  message: string
  hint: string | null
  status: number | null
  mistakes?: readonly Mistake[]
}

/** What a hint needs to know of where a call went. */
export interface CallContext {
  apiUrl: string
  profile: string
  tokenSource: 'environment' | 'profile' | 'none'
  signedInAt?: string
}

/** The report and the exit code of whatever was thrown. */
export function describeError(error: unknown, context?: CallContext): { report: ErrorReport; exitCode: ExitCode } {
  if (error instanceof CliError) {
    const { code, message, hint = null, mistakes } = error
    const report = { code, message, hint, status: null, ...(mistakes && { mistakes }) }
    return { report, exitCode: error.exitCode }
  }
  if (error instanceof ApiError) return describeApiError(error, context)
  const message = error instanceof Error ? error.message : String(error)
  const hint = 'This is a mistake in rapport itself. Run the command again with --debug to see where.'
  return { report: { code: 'internal', message, hint, status: null }, exitCode: EXIT.failed }
}

function describeApiError(error: ApiError, context: CallContext | undefined) {
  const { code, exitCode } = classify(error)
  const message = exitCode === EXIT.interrupted ? INTERRUPTED : messageOf(error)
  const hint = hintFor(error, code, context) ?? null
  return { report: { code, message, hint, status: error.status ?? null }, exitCode }
}

/** Of a call whose answer nobody waited for. */
const INTERRUPTED = 'Interrupted before the answer came: it may have been done.'

function messageOf(error: ApiError): string {
  return error.operation ? messageFor(error.operation, error) : error.message
}

function classify(error: ApiError): { code: string; exitCode: ExitCode } {
  if (error.kind === 'no_token') return { code: 'not_signed_in', exitCode: EXIT.refused }
  if (error.kind === 'aborted') return { code: 'interrupted', exitCode: EXIT.interrupted }
  if (error.kind === 'network' || error.kind === 'timeout') return { code: error.kind, exitCode: EXIT.network }
  if (error.kind === 'bad_response') return { code: 'bad_response', exitCode: EXIT.failed }
  return byStatus[error.status ?? 0] ?? { code: 'rejected', exitCode: EXIT.failed }
}

const byStatus: Record<number, { code: string; exitCode: ExitCode }> = {
  401: { code: 'unauthorized', exitCode: EXIT.refused },
  403: { code: 'forbidden', exitCode: EXIT.refused },
  404: { code: 'not_found', exitCode: EXIT.notFound },
  409: { code: 'conflict', exitCode: EXIT.conflict },
  429: { code: 'rate_limited', exitCode: EXIT.network },
  500: { code: 'server_error', exitCode: EXIT.failed },
  501: { code: 'not_offered', exitCode: EXIT.failed },
  502: { code: 'unavailable', exitCode: EXIT.network },
  503: { code: 'unavailable', exitCode: EXIT.network },
  504: { code: 'unavailable', exitCode: EXIT.network },
}

function hintFor(error: ApiError, code: string, context: CallContext | undefined): string | undefined {
  const hint = plainHintFor(error, code, context)
  return mayBeSaved(error) ? [hint, UNSURE].filter(Boolean).join(' ') : hint
}

const UNSURE = 'It may have been saved all the same: look at the list before you try again.'

/** A save that is not sent twice by itself, whose answer was lost after it may have arrived. */
function mayBeSaved(error: ApiError): boolean {
  return error.operation !== undefined && SAVES.has(error.operation) && mayHaveArrived(error)
}

function isSave({ operation }: ApiError): boolean {
  return operation !== undefined && (SAVES.has(operation) || operation === 'updateProduct')
}

function mayHaveArrived(error: ApiError): boolean {
  if (error.kind === 'network') return !NEVER_ARRIVED.has(causeCode(error))
  return error.kind === 'timeout' || error.kind === 'bad_response' || error.status === 502 || error.status === 504
}

const SAVES: ReadonlySet<OperationId> = new Set<OperationId>(['saveCategory', 'savePosition', 'createProduct'])
const NEVER_ARRIVED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

function plainHintFor(error: ApiError, code: string, context: CallContext | undefined): string | undefined {
  const url = context?.apiUrl ?? 'the API'
  if (code === 'not_signed_in') return notSignedInHint(context)
  if (code === 'unauthorized') return unauthorizedHint(error.operation, context)
  if (code === 'network') return networkHint(error, url)
  if (code === 'timeout') return `${url} did not answer in time. Allow more with --timeout SECONDS.`
  if (code === 'bad_response') {
    const question = `Is ${url} the address of the API? Name another with --api-url.`
    return messageOf(error) === error.message ? question : `${error.message} ${question}`
  }
  if (code === 'rate_limited' || code === 'unavailable') {
    const wait = error.retryAfterSeconds
    return wait === undefined ? 'Try again in a moment.' : `Try again in ${wait} seconds.`
  }
  const fields = Object.entries(error.fields).filter(([, text]) => text !== messageOf(error))
  if (fields.length > 0) return fields.map(([name, text]) => `${name}: ${text}`).join(' ')
  // Below 500 the message says it all; above, only the log does.
  if (!error.requestId || (error.status ?? 0) < 500) return undefined
  return `The server's log knows this as request ${error.requestId}.`
}

function notSignedInHint(context: CallContext | undefined): string {
  if (context?.signedInAt === undefined) return `Run ${loginCommand(context)}, or set RAPPORT_TOKEN.`
  const { profile, apiUrl, signedInAt } = context
  // Signing in there by the same profile would be refused: it has a session to lose.
  return `The session of profile ${profile} is for ${signedInAt}. For ${apiUrl} use another: rapport login --profile NAME --api-url ${apiUrl}`
}

function unauthorizedHint(operation: OperationId | undefined, context: CallContext | undefined): string {
  if (operation === 'login') return 'Check the e-mail address and the password.'
  if (context?.tokenSource === 'environment')
    return 'The token in RAPPORT_TOKEN was refused: it expired, or is of another API.'
  return `The session has ended. Run ${loginCommand(context)}.`
}

function loginCommand(context: CallContext | undefined): string {
  return context && context.profile !== 'default' ? `rapport login --profile ${context.profile}` : 'rapport login'
}

function networkHint(error: ApiError, url: string): string {
  const code = causeCode(error)
  if (code === 'ECONNREFUSED') return `Nothing answers at ${url}. Is the server running? Name another with --api-url.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `There is no host by the name in ${url}. Check --api-url.`
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return `The certificate of ${url} is not trusted (${code}). NODE_EXTRA_CA_CERTS names a file with your own authority.`
  }
  return `The connection to ${url} broke${code === '' ? '' : ` (${code})`}. Try again.`
}

function causeCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return ''
}
