import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection whose own end is never closed by itself, whatever the server does with the other. */
export interface RawSocket extends Disposable {
  socket: Socket
  /** All that has come so far. */
  said: () => string
  /** When the server has ended it: the milliseconds since it was opened. */
  ended: Promise<number>
}

export async function openSocket(origin: string): Promise<RawSocket> {
  const { hostname, port } = new URL(origin)
  const began = performance.now()
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let said = ''
  socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')))
  // A server that lets go of it does so by a reset where it has not read all: the connection is gone either way.
  socket.on('error', () => socket.destroy())
  const ended = new Promise<number>((resolve) => {
    for (const event of ['end', 'close']) socket.once(event, () => resolve(performance.now() - began))
  })
  await once(socket, 'connect')
  return { socket, said: () => said, ended, [Symbol.dispose]: () => socket.destroy() }
}

/** The status of each answer in what a server has said. */
export function statusesIn(said: string): number[] {
  return [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
