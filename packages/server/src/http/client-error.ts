import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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

/** Answers on the bare socket what Node's parser could not make a request of. */
export function clientErrorAnswer(moreHeaders: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => answer(error, socket, moreHeaders)
}

function answer(error: Error & { code?: string }, socket: Socket, moreHeaders: Record<string, string>): void {
  const { request, response } = latest.get(socket) ?? {}
  const refuse = () => refuseOn(socket, error, moreHeaders)
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

function refuseOn(socket: Socket, error: { code?: string }, moreHeaders: Record<string, string>): void {
  if (!socket.writable) return
  const status = STATUS[error.code ?? ''] ?? 400
  const body = failureEnvelope(failureOf(status))
  const headers = {
    ...API_HEADERS,
    ...moreHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(lingering))
}
