import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection that never closes its own end. */
export interface RawSocket extends Disposable {
  socket: Socket
  /** All text received so far. */
  received: () => string
  /** Resolves when the server ends the connection, with the milliseconds since it was opened. */
  ended: Promise<number>
}

export async function openSocket(origin: string): Promise<RawSocket> {
  const { hostname, port } = new URL(origin)
  const openedAt = performance.now()
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  // A server that has not read everything closes with a reset.
  socket.on('error', () => socket.destroy())
  const ended = new Promise<number>((resolve) => {
    for (const event of ['end', 'close']) socket.once(event, () => resolve(performance.now() - openedAt))
  })
  await once(socket, 'connect')
  return { socket, received: () => received, ended, [Symbol.dispose]: () => socket.destroy() }
}

/** Returns the status of each response in the text. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
