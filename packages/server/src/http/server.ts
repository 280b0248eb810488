import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { DomainError } from '#server/domain-error.ts'
import { refuseUnknown } from './allowed-methods.ts'
import { answerClientError, watchExchanges } from './client-error.ts'
import { sendFailure } from './error-handler.ts'
import { headersFor } from './headers.ts'

/** Where log lines go and how many: JSON, one per line. */
export interface LogOptions {
  level: string
  stream?: { write: (line: string) => void }
}

const SECONDS = 1000
const BODY_LIMIT = 64 * 1024

/** Kept out of the log wherever an error, or a library that has its own say in it, carries it along. */
const SECRETS = [
  'authorization',
  'password',
  'newPassword',
  'otp',
  'token',
  'reset_token',
  'password_hash',
  'detail',
  'headers',
]

/**
 * A Fastify server with our limits, headers, envelope and log, and no routes yet. Who a request comes from it believes
 * of nobody but the proxies of these networks (X-Forwarded-For).
 */
export function createServer(log: LogOptions, trustedProxies: readonly string[] = []): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: 60 * SECONDS,
    handlerTimeout: 30 * SECONDS,
    keepAliveTimeout: 65 * SECONDS,
    // Node's own refusal of a request without a host is no envelope; `refuseOtherThanOneHost` answers instead.
    http: { headersTimeout: 10 * SECONDS, connectionsCheckingInterval: 5 * SECONDS, requireHostHeader: false },
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // Whether an id is one, the services know; how long an address may be, Node.
    routerOptions: { maxParamLength: 16 * 1024 },
    exposeHeadRoutes: false,
    // Fastify's own 503 is no envelope; `refuseWhileClosing` answers instead.
    return503OnClosing: false,
    logger: {
      ...log,
      redact: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      // The address as it was asked for has the query, and what is in it.
      serializers: { req: ({ method }) => ({ method }) },
    },
    logController: new RequestLog({ requestIdLogLabel: 'request_id' }),
    frameworkErrors: (error, request, reply) => {
      void sendFailure(error, request, reply)
    },
    clientErrorHandler: answerClientError,
  })
  watchExchanges(app.server)
  // Node would refuse what it does not know with a bare 417; whoever expects it may as well be answered.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', setHeaders)
  app.addHook('onRequest', refuseOtherThanOneHost)
  refuseUnknown(app)
  refuseWhileClosing(app)
  dropUnusedWhenClosing(app)
  acceptJsonAlone(app)
  app.setErrorHandler(sendFailure)
  return app
}

/** One line per request, without what an address or a body may hold of secrets and people's data. */
class RequestLog extends LogController {
  override incomingRequest(): void {}
  override routeNotFound(): void {}
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
    }
    if (error) reply.log.warn({ ...line, err: error }, 'request broken off')
    else reply.log.info(line, 'request')
  }
}

/** The address without its query; in the place of an id nothing but a number, since people paste all sorts of things. */
function pathOf({ url, routeOptions }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1)
  const isPlain = routeOptions.config.operation === undefined || /^[/a-z-]+\d{0,16}$/.test(path)
  return isPlain ? path : (routeOptions.url ?? '')
}

async function setHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers(headersFor(request))
}

/** RFC 9112, section 3.2: what a proxy and we would read another host of is not for us to interpret. */
async function refuseOtherThanOneHost({ raw }: FastifyRequest): Promise<void> {
  const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) {
    throw new DomainError('invalid', 'The request must name one host.')
  }
}

/** Connections are let go with what is answered on them: one that is kept open would keep the server from ending. */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw new DomainError('unavailable', 'The server is stopping.', { retryAfterSeconds: 5 })
  })
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}

/** Node waits for a connection that nothing was asked on as for a request; browsers open such ones in advance. */
function dropUnusedWhenClosing(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}

/** Clients send the JSON content type even where there is no body, which is no malformed body then. */
function acceptJsonAlone(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.from(body)
    if (bytes.length === 0) done(null, undefined)
    // Read as text all the same, it would become another text than was sent, and nobody would know.
    else if (!isUtf8(bytes)) done(new DomainError('invalid', 'The body of the request is not UTF-8.'))
    else void parse(request, String(bytes), done)
  })
}
