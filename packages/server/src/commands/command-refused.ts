/** A command cannot do what it was asked for; the message says why, and what helps. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}
