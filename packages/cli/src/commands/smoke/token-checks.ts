import { randomBytes } from 'node:crypto'
import { ApiError } from '@rapport/core/api/api-error.ts'
import { type OperationId, operations } from '@rapport/core/operations.ts'
import type { Deps } from '#cli/deps.ts'
import { createTransport } from '#cli/lib/call.ts'
import { breach, type Checks, isObject } from './checks.ts'

/** No server knows it: 256 random bits, in the form of a token. */
const WRONG_TOKEN = randomBytes(32).toString('base64url')

/** Nobody's id, and bodies that nothing can be made of: a server that does not look at the token does no harm. */
const NOBODY = 'rapport-smoke-nobody'

const MULTIPART: ReadonlySet<OperationId> = new Set<OperationId>(['saveCategory', 'savePosition'])

/** Every operation that takes a token has to refuse a wrong one, and the profile no token at all. */
export async function checkTokens(checks: Checks, extensions: ReadonlySet<string>, deps: Deps): Promise<void> {
  for (const id of Object.keys(operations).filter(isOperation)) {
    const { security, extension } = operations[id]
    if (security === 'none' || (extension !== undefined && !extensions.has(extension))) continue
    await checks.check(`${id} refuses a wrong token`, id, () => expectRefusal(id, `Bearer ${WRONG_TOKEN}`, deps))
  }
  await checks.check('getSettings refuses to be called without a token', 'getSettings', () =>
    expectRefusal('getSettings', undefined, deps),
  )
}

function isOperation(id: string): id is OperationId {
  return id in operations
}

async function expectRefusal(id: OperationId, authorization: string | undefined, deps: Deps): Promise<void> {
  const { method, path } = operations[id]
  const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(deps.flags.timeout * 1000)])
  const request = new Request(`${deps.target.apiUrl}${path.replace('{id}', NOBODY)}`, {
    method,
    signal,
    ...(method === 'POST' || method === 'PUT' ? bodyOf(id) : {}),
  })
  if (authorization !== undefined) request.headers.set('Authorization', authorization)
  const { status, envelope } = await answerOf(request, id, deps)
  const code = isObject(envelope) && typeof envelope['code'] === 'number' ? envelope['code'] : undefined
  const seen = status >= 200 && status < 300 ? (code ?? status) : status
  if (seen !== 401 && seen !== 403) {
    throw breach(`The answer has status ${seen} where the token should have been refused with 401.`)
  }
  if (code === undefined || !isObject(envelope) || typeof envelope['message'] !== 'string') {
    throw breach('The refusal is not the envelope of the contract.')
  }
}

function bodyOf(id: OperationId): RequestInit {
  if (!MULTIPART.has(id)) return { body: '{}', headers: { 'Content-Type': 'application/json' } }
  const form = new FormData()
  form.append('id', NOBODY)
  return { body: form }
}

async function answerOf(request: Request, operation: OperationId, { fetch, debug, signal }: Deps) {
  try {
    const response = await createTransport(fetch, debug)(request)
    const text = await response.text()
    return { status: response.status, envelope: jsonOf(text) }
  } catch (cause) {
    if (signal.aborted) throw new ApiError('aborted', 'The call was given up.', { operation, cause })
    const isTimeout = cause instanceof Error && cause.name === 'TimeoutError'
    throw new ApiError(isTimeout ? 'timeout' : 'network', 'There was no answer.', { operation, cause })
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
