/** Thrown by a command that refuses to run; the message says why and what to do. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}
