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

/** Answers on the bare socket what Node's parser could not make a request of. */
export function clientErrorAnswer(moreHeaders: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => answer(error, socket, moreHeaders)
}

function answer(error: Error & { code?: string }, socket: Socket, moreHeaders: Record<string, string>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
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
