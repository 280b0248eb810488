import { EventEmitter, once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Faults in transit. The second half happens after the server has done the work. */
const FAULTS = [
  'reset',
  'rate limit',
  'unavailable',
  'bad gateway',
  'drop after the commit',
  'cut response',
  'unavailable after the commit',
  'bad gateway after the commit',
  'stall',
] as const
type Fault = (typeof FAULTS)[number]

/** A future event. `drop` stops waiting for it. */
export interface Moment {
  reached: Promise<void>
  drop: () => void
}

export interface FaultProxy {
  url: string
  /** The number of times that each fault has occurred. */
  struck: Map<Fault, number>
  /** Statuses of the responses to each creation, by key. One 201 is expected. */
  creations: Map<string, number[]>
  /** Every write that has reached the server. */
  writes: Write[]
  /** Resolves at the n-th write from now. */
  written: (count: number) => Moment
  /** Resolves at the n-th request from now, however it ends. */
  asked: (count: number) => Moment
  /** Resolves when no request is pending. */
  settled: () => Promise<void>
  close: () => void
}

export interface Write {
  method: string
  path: string
  /** One character per byte. */
  body: string
}

export interface FaultProxyOptions {
  upstream: string
  /** The share of requests with a fault, from 0 to 1. */
  rate: number
}

/** Starts a proxy that breaks, delays and loses requests like networks and gateways. */
export async function startFaultProxy({ upstream, rate }: FaultProxyOptions): Promise<FaultProxy> {
  const struck = new Map<Fault, number>()
  const creations = new Map<string, number[]>()
  const writes: Write[] = []
  const progress = new EventEmitter()
  let faultsLeft: Fault[] = []

  const underway = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const handled = handle(request, response)
      .catch(() => void response.destroy())
      .finally(() => underway.delete(handled))
    underway.add(handled)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a pipe
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    struck,
    creations,
    writes,
    written: (count) => momentOf('write', count),
    asked: (count) => momentOf('request', count),
    async settled() {
      // Requests of a killed tool have arrived already; reading them takes a few turns of the event loop.
      for (let turn = 0; turn < 3; turn += 1) await nextTurn()
      await Promise.all(underway)
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }

  function momentOf(event: 'write' | 'request', count: number): Moment {
    const { promise, resolve } = Promise.withResolvers<void>()
    let left = count
    const drop = () => void progress.off(event, note)
    const note = () => {
      left -= 1
      if (left > 0) return
      drop()
      resolve()
    }
    progress.on(event, note)
    return { reached: promise, drop }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    progress.emit('request')
    const fault = Math.random() < rate ? nextFault() : undefined
    if (fault) struck.set(fault, (struck.get(fault) ?? 0) + 1)
    if (fault === 'reset') return void response.destroy()
    if (fault === 'rate limit') return refuse(response, 429)
    if (fault === 'unavailable') return refuse(response, 503)
    if (fault === 'bad gateway') return htmlOf(response)

    const served = await forward(request, body)
    if (fault === 'drop after the commit') return void response.destroy()
    if (fault === 'stall') return undefined
    if (fault === 'unavailable after the commit') return refuse(response, 503)
    if (fault === 'bad gateway after the commit') return htmlOf(response)
    response.writeHead(served.status, { 'Content-Type': served.type, 'Content-Length': served.body.length })
    if (fault !== 'cut response') return void response.end(served.body)
    response.write(served.body.subarray(0, Math.floor(served.body.length / 2)), () => response.destroy())
  }

  /** Picks faults in random order, each once before any repeats, so that short rounds have them all. */
  function nextFault(): Fault | undefined {
    if (faultsLeft.length === 0) faultsLeft = [...FAULTS]
    return faultsLeft.splice(Math.floor(Math.random() * faultsLeft.length), 1)[0]
  }

  async function forward({ method, url = '', headers }: IncomingMessage, body: Buffer) {
    if (method !== 'GET') writes.push({ method: method ?? '', path: url, body: body.toString('latin1') })
    const request = send(new URL(url, upstream), { method, headers: { ...headers, connection: 'keep-alive' } })
    request.end(body)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the event is documented to carry
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const status = response.statusCode ?? 0
    if (method !== 'GET') progress.emit('write')
    if (method === 'POST') noteCreation(url, body.toString('latin1'), status)
    return { status, type: response.headers['content-type'] ?? '', body: await buffer(response) }
  }

  function noteCreation(url: string, body: string, status: number) {
    if (/name="id"/.test(body)) return
    const key =
      /"product_id":"([^"]+)"/.exec(body)?.[1] ?? /name="(?:sub)?category_name"\r\n\r\n(.*)\r\n/.exec(body)?.[1]
    const name = `${url} ${key}`
    creations.set(name, [...(creations.get(name) ?? []), status])
  }
}

function refuse(response: ServerResponse, status: number) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '0' })
  response.end(JSON.stringify({ code: status, message: 'Please try again.' }))
}

function htmlOf(response: ServerResponse) {
  response.writeHead(502, { 'Content-Type': 'text/html' })
  response.end('<html><h1>502 Bad Gateway</h1></html>')
}
