import { pipeline, type Readable } from 'node:stream'
import replyFrom from '@fastify/reply-from'
import { type OperationId, operations } from '@rapport/core/api/operations.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#server/domain/domain-error.ts'
import { takesForm } from '#server/http/contract/contract-validation.ts'
import { defaultFailure } from '#server/http/error-handler.ts'
import { IMAGE_POLICY, SIGNED_OUT_HEADERS } from '#server/http/headers.ts'
import { acceptStreams, byteLimit } from '#server/http/streamed-bodies.ts'

/** Time limits for the upstream API, in milliseconds. */
export interface ProxyTimeouts {
  connectMs: number
  /** Until the response begins, and between two of its chunks. */
  responseMs: number
  /** The same for an upload. */
  uploadMs: number
  /** Until the client has received the whole response. */
  totalMs: number
}

interface ProxyOptions {
  upstream: string
  isHttps: boolean
  timeouts: ProxyTimeouts
  /** The largest response that is forwarded, in MiB. */
  maxResponseMib: number
}

/** Response headers that are forwarded. Cookies, policies and CORS are for the API's own pages. */
const RESPONSE_HEADERS = ['content-type', 'content-length', 'content-encoding', 'retry-after']
const IMAGE_HEADERS = [
  ...RESPONSE_HEADERS,
  'etag',
  'last-modified',
  'cache-control',
  'vary',
  'accept-ranges',
  'content-range',
]

const REQUEST_HEADERS = ['authorization', 'accept', 'accept-encoding', 'accept-language', 'user-agent', 'if-match']
const IMAGE_REQUEST_HEADERS = ['accept', 'accept-encoding', 'user-agent', 'if-none-match', 'if-modified-since', 'range']

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
/** Allows no comma: browsers use the last of two types. */
const IMAGE_TYPE = /^(image\/[\w.+-]+)\s*(?:;[^,]*)?$/i
const MIB = 1024 * 1024
export const UNREACHABLE_MESSAGE = 'The upstream API cannot be reached.'

const DOT_SEGMENT = /^\.{1,2}$/
const UNSAFE_PATH = /[\\\p{Cc}]|(?:^|\/)\.{1,2}(?:\/|$)/u

type UpstreamResponse = { statusCode: number; headers: Record<string, string | string[] | undefined>; stream: Readable }

const operationIds = Object.keys(operations).filter((id): id is OperationId => id in operations)

/** Forwards only the contract's operations and images to an API, as streams. */
export async function proxyRoutes(app: FastifyInstance, options: ProxyOptions): Promise<void> {
  const { upstream, timeouts } = options
  await app.register(replyFrom, {
    base: upstream,
    disableCache: true,
    disableRequestLogging: true,
    destroyAgent: true,
    undici: {
      // Tokens are sent upstream, so NODE_TLS_REJECT_UNAUTHORIZED must have no effect.
      connect: { rejectUnauthorized: true, timeout: timeouts.connectMs },
      headersTimeout: timeouts.responseMs,
      bodyTimeout: timeouts.responseMs,
    },
  })
  for (const isForm of [false, true]) {
    await app.register(async (scope) => {
      acceptStreams(scope, isForm)
      for (const id of operationIds) if (takesForm(id) === isForm) proxyOperation(scope, id, options)
    })
  }
  proxyImages(app, options)
}

function proxyOperation(app: FastifyInstance, id: OperationId, options: ProxyOptions): void {
  const { method, path } = operations[id]
  const { timeouts } = options
  app.route<{ Params: { id?: string } }>({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handlerTimeout: timeouts.totalMs,
    handler: (request, reply) => {
      if (id === 'logout') reply.headers(SIGNED_OUT_HEADERS)
      const recordId = request.params.id ?? ''
      // URL resolves dot segments in any encoding, which would change the path.
      if (DOT_SEGMENT.test(recordId)) throw new DomainError('invalid', defaultFailure(400).message)
      return forward(request, reply, {
        path: path.replace('{id}', encodeURIComponent(recordId)),
        requestHeaders: REQUEST_HEADERS,
        timeout: takesForm(id) ? timeouts.uploadMs : timeouts.responseMs,
        send: sendResponse,
        options,
      })
    },
  })
}

function proxyImages(app: FastifyInstance, options: ProxyOptions): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    handlerTimeout: options.timeouts.totalMs,
    handler: (request, reply) => {
      if (UNSAFE_PATH.test(request.params['*'])) throw new DomainError('not_found', defaultFailure(404).message)
      return forward(request, reply, {
        path: request.url.split('?', 1)[0] ?? '',
        requestHeaders: IMAGE_REQUEST_HEADERS,
        timeout: options.timeouts.responseMs,
        send: sendImage,
        options,
      })
    },
  })
}

interface ForwardOptions {
  path: string
  requestHeaders: readonly string[]
  timeout: number
  send: (request: FastifyRequest, reply: FastifyReply, response: UpstreamResponse) => void
  options: ProxyOptions
}

function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, requestHeaders, timeout, send, options }: ForwardOptions,
) {
  /** Fails before the response if it is said to be too large, and otherwise breaks the connection once it is. */
  function sendLimited(response: UpstreamResponse): void {
    const maxBytes = options.maxResponseMib * MIB
    const createError = () =>
      new DomainError('bad_gateway', `The upstream server sent more than ${options.maxResponseMib} MiB.`)
    const limitedStream = byteLimit(maxBytes, createError)
    // An error in one ends the other.
    pipeline(response.stream, limitedStream, () => undefined)
    if (Number(firstValue(response.headers['content-length'])) > maxBytes) {
      limitedStream.destroy()
      void reply.send(createError())
    } else {
      send(request, reply, { ...response, stream: limitedStream })
    }
  }

  return reply.from(path, {
    timeout,
    // Only the client knows whether a call may be repeated.
    retryDelay: () => null,
    rewriteRequestHeaders: ({ headers }) => ({
      ...pickHeaders(headers, requestHeaders),
      ...(request.body !== undefined && pickHeaders(headers, ['content-type', 'content-length'])),
      host: new URL(options.upstream).host,
      'x-forwarded-for': request.ip,
      'x-forwarded-proto': options.isHttps ? 'https' : request.protocol,
      'x-request-id': request.id,
    }),
    rewriteHeaders: () => ({}),
    onResponse: (_request, _reply, response) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plugin's types claim a Node response, which it is not
      sendLimited(response as unknown as UpstreamResponse)
    },
    onError: (_reply, { error }) => void reply.send(toFailure(error)),
  })
}

/** Forwards JSON and empty responses; anything else becomes an error in the envelope. */
function sendResponse(request: FastifyRequest, reply: FastifyReply, response: UpstreamResponse): void {
  const { statusCode, headers, stream } = response
  const type = firstValue(headers['content-type']) ?? ''
  const isEmpty = statusCode === 204 || firstValue(headers['content-length']) === '0'
  const isRedirect = statusCode >= 300 && statusCode < 400
  if (isRedirect || !(isEmpty || JSON_TYPE.test(type))) {
    refuse(request, reply, response)
    return
  }
  // The API's challenge is dropped: `Basic` would make the browser ask for a password.
  if (statusCode === 401) reply.header('WWW-Authenticate', 'Bearer')
  void reply.headers(pickHeaders(headers, RESPONSE_HEADERS)).send(stream)
}

function sendImage(request: FastifyRequest, reply: FastifyReply, response: UpstreamResponse): void {
  const { statusCode, headers, stream } = response
  const type = firstValue(headers['content-type']) ?? ''
  const bareType = IMAGE_TYPE.exec(type)?.[1]?.toLowerCase()
  const isImage = (statusCode === 200 || statusCode === 206) && bareType !== undefined
  if (!isImage && statusCode !== 304) {
    refuse(request, reply, response)
    return
  }
  const isDocument = bareType?.endsWith('+xml') ?? false
  reply.removeHeader('Cache-Control')
  void reply
    .headers({ 'Content-Security-Policy': IMAGE_POLICY, ...pickHeaders(headers, IMAGE_HEADERS) })
    .header('Content-Disposition', isDocument ? 'attachment' : 'inline')
    .send(stream)
}

/** Responds to a 4xx with the same status and our message, and to anything else with a 502. */
function refuse(request: FastifyRequest, reply: FastifyReply, { statusCode, headers, stream }: UpstreamResponse): void {
  // Destroying a stream before its end emits an error.
  stream.on('error', () => undefined).destroy()
  const isRefusal = statusCode >= 400 && statusCode < 500
  if (!isRefusal)
    request.log.error({ status: statusCode, type: headers['content-type'] }, 'response outside the contract')
  void reply.send(isRefusal ? Object.assign(new Error('refused'), { statusCode }) : badGatewayError())
}

function toFailure(error: Error): Error {
  const { cause } = error
  if (cause instanceof DomainError) return cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (/^UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT$|^ETIMEDOUT$/.test(code)) {
    return new DomainError('gateway_timeout', defaultFailure(504).message, { retryAfterSeconds: 5 })
  }
  if ('statusCode' in error && error.statusCode === 400) return error
  // Codes of the system and of TLS; undici has its own for a response.
  return badGatewayError(/^(?!HPE_|UND_ERR_)[A-Z]/.test(code) ? UNREACHABLE_MESSAGE : undefined)
}

function badGatewayError(message = defaultFailure(502).message): DomainError {
  return new DomainError('bad_gateway', message, { retryAfterSeconds: 5 })
}

function pickHeaders(headers: UpstreamResponse['headers'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = firstValue(headers[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
