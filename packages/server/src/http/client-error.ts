import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { failureEnvelope, failureOf } from './error-handler.ts'
import { API_HEADERS } from './headers.ts'

// An import would ask for all that `node:http` has, and so for undici too: a tenth of the time of a start.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** How long a client has to take the answer and close its end: one that never does would keep the connection for ever. */
const LINGER_MS = 2000

type ClientError = Error & { code?: string }

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** The last exchange that has begun on each connection. */
const latest = new WeakMap<Socket, Exchange>()

/** Keeps in mind what is being answered where, for `clientErrorAnswer` not to write into it. */
export function watchExchanges(server: Server): void {
  server.on('request', (request, response) => latest.set(request.socket, { request, response }))
}

/** Answers on the bare socket what Node's parser could not make a request of, and logs it as the requests are. */
export function clientErrorAnswer(moreHeaders: Record<string, string>) {
  return function answerOn(this: FastifyInstance, error: ClientError, socket: Socket): void {
    const refuse = () => {
      if (!socket.writable) return
      const refusal = { id: randomUUID(), status: STATUS[error.code ?? ''] ?? 400 }
      // Not the error itself, which has the bytes that came.
      const line = { request_id: refusal.id, status: refusal.status, code: error.code, ip: socket.remoteAddress }
      this.log.info(line, 'no request')
      refuseOn(socket, refusal, moreHeaders)
    }
    answer(error, socket, refuse)
  }
}

function answer(error: ClientError, socket: Socket, refuse: () => void): void {
  const { request, response } = latest.get(socket) ?? {}
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
  } else if (response === undefined || response.writableFinished) {
    refuse()
  } else if (request?.complete === true) {
    // What is broken comes after this request, and is answered after it.
    response.once('finish', refuse)
  } else if (response.headersSent) {
    socket.destroy()
  } else {
    refuse()
  }
}

interface Refusal {
  id: string
  status: number
}

function refuseOn(socket: Socket, { id, status }: Refusal, moreHeaders: Record<string, string>): void {
  const body = failureEnvelope(failureOf(status), id)
  const headers = {
    ...API_HEADERS,
    ...moreHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': id,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(lingering))
}
