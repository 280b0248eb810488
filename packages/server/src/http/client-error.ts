import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { failureEnvelope, failureOf } from './error-handler.ts'
import { API_HEADERS } from './headers.ts'

const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** The last exchange that has begun on each connection. */
const latest = new WeakMap<Socket, Exchange>()

/** Keeps in mind what is being answered where, for `answerClientError` not to write into it. */
export function watchExchanges(server: Server): void {
  server.on('request', (request, response) => latest.set(request.socket, { request, response }))
}

/** Answers on the bare socket what Node's parser could not make a request of. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  const { request, response } = latest.get(socket) ?? {}
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
  } else if (response === undefined || response.writableFinished) {
    refuse(error, socket)
  } else if (request?.complete === true) {
    // What is broken comes after this request, and is answered after it.
    response.once('finish', () => refuse(error, socket))
  } else if (response.headersSent) {
    socket.destroy()
  } else {
    refuse(error, socket)
  }
}

function refuse(error: { code?: string }, socket: Socket): void {
  if (!socket.writable) return
  const status = STATUS[error.code ?? ''] ?? 400
  const body = failureEnvelope(failureOf(status))
  const headers = {
    ...API_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
}
