import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** Input of the thread of slow clients. */
export interface SlowClientsData {
  port: number
  token: string
  /** Path that the slow readers request; larger than the kernel's buffers. */
  image: string
  counts: Record<keyof typeof KINDS, number>
}

/** Lifetime of the longest connection of each kind in milliseconds, once all have ended. */
export type SlowClientsReport = Record<keyof typeof KINDS, number>

const TRICKLE_MS = 100

/** The text that a client sends at once, and the text that it then repeats byte by byte. */
const KINDS = {
  'slow head': () => ({ first: 'GET / HTTP/1.1\r\nHost: x\r\n', slowly: 'X-Slow: ' }),
  'slow body': () => ({
    first: `${head('/api/admin/login', 'application/json')}Content-Length: 65536\r\n\r\n`,
    slowly: '{',
  }),
  'one byte a chunk': () => ({
    first: `${head('/api/admin/login', 'application/json')}Transfer-Encoding: chunked\r\n\r\n`,
    slowly: '1\r\nx\r\n',
  }),
  'slow form': ({ token }: SlowClientsData) => ({
    first: `${head('/api/admin/category', 'multipart/form-data; boundary=x')}Authorization: Bearer ${token}\r\nContent-Length: 5000000\r\n\r\n`,
    slowly: '--x\r\n',
  }),
  'slow reader': ({ image }: SlowClientsData) => ({
    first: `GET ${image} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(8),
    slowly: 'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  }),
}

function head(path: string, type: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n`
}

if (parentPort) await runSlowClients(workerData, (report) => parentPort?.postMessage(report, []))

async function runSlowClients(data: SlowClientsData, report: (report: object) => void): Promise<void> {
  const entries = Object.entries(KINDS).map(async ([name, make]) => {
    const { first, slowly } = make(data)
    const count = Object.entries(data.counts).find(([kind]) => kind === name)?.[1]
    const lifetimes = await Promise.all(
      Array.from({ length: count ?? 0 }, () => runSlowClient(data.port, first, slowly)),
    )
    return [name, Math.round(Math.max(...lifetimes))]
  })
  report(Object.fromEntries(await Promise.all(entries)))
}

/** Connects without ever closing its own end. Resolves when the server has closed the connection. */
async function runSlowClient(port: number, atOnce: string, slowly: string): Promise<number> {
  const startedAt = performance.now()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => socket.destroy())
  // Reads nothing; a closed connection shows at the next byte sent.
  socket.pause()
  socket.write(atOnce)
  const timer = trickle(socket, slowly)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
  return performance.now() - startedAt
}

function trickle(socket: Socket, text: string): NodeJS.Timeout {
  let index = 0
  return setInterval(() => {
    socket.write(text[index % text.length] ?? '')
    index += 1
  }, TRICKLE_MS)
}
