import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { DomainError } from '#server/domain/domain-error.ts'
import { SECOND } from '#server/domain/time.ts'
import { limitBytesReceived, limitBytesSent } from './byte-limits.ts'
import { sendFailure, sendStatus } from './error-handler.ts'
import { headersFor, transportHeaders } from './headers.ts'
import { createPipeliningServer } from './pipelining.ts'

export interface LogOptions {
  level: string
  stream?: { write: (line: string) => void }
}

/** Time limits for clients, in milliseconds. */
export interface Timeouts {
  /** Until the headers of a request are complete. */
  headersMs: number
  /** Until the whole request is complete. */
  requestMs: number
  /** From the headers until a JSON body is complete. */
  jsonBodyMs: number
  /** Until a connection without traffic is closed; for an unread response, up to twice as long. */
  stalledMs: number
  /** Until the next request on a connection. */
  keepAliveMs: number
  /** Interval of Node's check for these limits. */
  checkMs: number
}

const TIMEOUTS: Timeouts = {
  headersMs: 10 * SECOND,
  requestMs: 60 * SECOND,
  jsonBodyMs: 10 * SECOND,
  stalledMs: 60 * SECOND,
  keepAliveMs: 65 * SECOND,
  checkMs: 5 * SECOND,
}
const BODY_LIMIT = 64 * 1024
const MAX_URL_LENGTH = 16 * 1024
const WHOLE_ADDRESS = /^https?:\/\/[^/?]*\/?/i

interface ServerOptions {
  /** Networks whose proxies may set X-Forwarded-For; none if omitted. */
  trustedProxies?: readonly string[] | undefined
  /** Whether browsers reach the server over TLS only. */
  isHttps?: boolean | undefined
  timeouts?: Timeouts | undefined
  /** Milliseconds from a request to the last byte of its response; 0 for no limit. */
  handlerTimeout?: number
}

/** Creates a Fastify server with our limits, headers, envelope and log, and without routes. */
export function createServer(log: LogOptions, options: ServerOptions = {}): FastifyInstance {
  const { trustedProxies = [], isHttps = false, timeouts = TIMEOUTS, handlerTimeout = 0 } = options
  const transport = transportHeaders(isHttps)
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    handlerTimeout,
    serverFactory: (listener) => httpServer(listener, timeouts),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // Node limits the length of a URL, and the services check ids.
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // A client may send an absolute URL (RFC 9112, section 3.2.2); routes are registered without the host.
    rewriteUrl: ({ url = '' }) => url.replace(WHOLE_ADDRESS, '/'),
    // Fastify's own 503 has no envelope; `refuseWhileStopping` sends one.
    return503OnClosing: false,
    logger: {
      ...log,
      serializers: {
        // The URL is left out, since its query may contain personal data.
        req: ({ method }) => ({ method }),
        err: toLoggedError,
        // @fastify/multipart logs these with the headers of the request, which are left out.
        busboyOptions: ({ limits }) => ({ limits }),
      },
    },
    logController: new RequestLog({ requestIdLogLabel: 'request_id' }),
    frameworkErrors: (error, request, reply) => {
      void sendFailure(error, request, reply.headers(transport))
    },
  })
  // Hooks use callbacks, since a promise would cost more than the hook does.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request)).headers(transport)
    done()
  })
  app.addHook('onRequest', refuseAmbiguous)
  registerNotFound(app)
  refuseWhileStopping(app)
  closeUnusedSockets(app)
  limitBytesSent(app)
  limitBytesReceived(app, timeouts.jsonBodyMs)
  acceptOnlyJson(app)
  // Without a listener, Node refuses an unknown expectation with a bare 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.setErrorHandler(sendFailure)
  return app
}

function httpServer(listener: RequestListener, timeouts: Timeouts): Server {
  const options = {
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkMs,
  }
  return createPipeliningServer(options, listener).setTimeout(timeouts.stalledMs)
}

/** Replaces Fastify's compilers, which take a tenth of the startup time. Routes validate by the contract. */
function noCompiler() {
  return (): never => {
    throw new Error('A route needs its own `validatorCompiler`, and has no schema of its response.')
  }
}

interface LoggedError {
  type: string
  message: string
  stack: string
  code?: string | undefined
  cause?: LoggedError | undefined
  [field: string]: unknown
}

/** Keeps these fields only: errors of libraries carry values of rows, or headers with a token. */
function toLoggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, stack = '', cause } = error
  // Node leaves the message empty when none of a host's addresses can be reached.
  const message = error.message || (error instanceof AggregateError ? error.errors.map(String).join(', ') : '')
  const code = 'code' in error ? String(error.code) : undefined
  return { type: name, message, stack, code, cause: cause === undefined ? undefined : toLoggedError(cause) }
}

/** Logs one line per request, without query and body: they may contain secrets and personal data. */
class RequestLog extends LogController {
  override incomingRequest(): void {}
  override routeNotFound(): void {}
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const fields = {
      method: request.method,
      path: loggedPath(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
    }
    if (error) reply.log.warn({ ...fields, err: error }, 'request broken off')
    else reply.log.info(fields, 'request')
  }
  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    this.requestCompleted(error, request, reply)
  }
}

/** Matches a record by number, an image by digest, or a console file. */
const RECORD_OR_FILE =
  /^\/api(?:\/[a-z-]+)+\/\d{1,16}$|^\/media\/[\da-f]{64}(?:\.preview)?\.[a-z]+$|^\/assets\/[\w.-]+$|^\/[a-z-]+\.[a-z]+$/
const WORDS_ONLY = /^(?:\/[a-z-]*)+$/

/** Returns the path if it looks like one of ours, and otherwise the route: people paste secrets into URLs too. */
function loggedPath({ url, routeOptions }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1)
  const { url: route = '/*' } = routeOptions
  const isPlain = RECORD_OR_FILE.test(path) || (WORDS_ONLY.test(path) && !route.includes(':'))
  return isPlain ? path : route
}

/** Refuses requests that a proxy may parse differently, with the bytes after them (request smuggling). */
function refuseAmbiguous({ raw }: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
  const message = ambiguityMessage(raw)
  if (message === undefined) {
    done()
    return
  }
  reply.header('Connection', 'close')
  done(new DomainError('invalid', message))
}

function ambiguityMessage({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  // RFC 9112, section 3.2.
  const hostCount = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length
  if (hostCount > 1) return 'The request must name one host.'
  // RFC 9112, section 6.1.
  const isChunkedHttp10 = httpVersion === '1.0' && headers['transfer-encoding'] !== undefined
  return isChunkedHttp10 ? 'An HTTP/1.0 request cannot have a Transfer-Encoding.' : undefined
}

/** Refuses requests while the server stops, and closes each connection, which would otherwise keep the server running. */
function refuseWhileStopping(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    if (isClosing) done(new DomainError('unavailable', 'The server is stopping.', { retryAfterSeconds: 5 }))
    else done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('Connection', 'close')
    done()
  })
}

/** Closes connections that browsers have opened in advance; otherwise a stopping server would wait for a request on them. */
function closeUnusedSockets(app: FastifyInstance): void {
  const unusedSockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unusedSockets.add(socket)
    socket.once('close', () => unusedSockets.delete(socket))
  })
  app.server.on('request', ({ socket }) => unusedSockets.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unusedSockets) socket.destroy()
  })
}

/** Accepts an empty body too, since clients send the JSON content type without a body. */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.from(body)
    if (bytes.length === 0) done(null, undefined)
    // Decoding would silently change the text.
    else if (!isUtf8(bytes)) done(new DomainError('invalid', 'The body of the request is not UTF-8.'))
    else void parse(request, String(bytes), done)
  })
}

const METHODS: readonly HTTPMethod[] = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']

/**
 * Responds with 404 to an unknown path, and with 405 and Allow to a known one (RFC 9110, section 15.5.6). Wildcard
 * routes do not count as known.
 */
function registerNotFound(app: FastifyInstance): void {
  const routes: { url: string; methods: HTTPMethod[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.endsWith('*'))
      routes.push({ url, methods: METHODS.filter((candidate) => [method].flat().includes(candidate)) })
  })
  let router: ReturnType<typeof findMyWay> | undefined
  // Built at the first unknown path: Fastify does not expose its router, and a second one would delay every start.
  const loadRouter = () => {
    router ??= findMyWay({ maxParamLength: MAX_URL_LENGTH })
    for (const { url, methods } of routes.splice(0)) router.on(methods, url, () => undefined)
    return router
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const knownRouter = loadRouter()
    const methods = METHODS.filter((method) => knownRouter.find(method, path) !== null)
    if (methods.length === 0) return sendStatus(404, request, reply)
    return sendStatus(405, request, reply.header('Allow', methods.join(', ')))
  })
}
