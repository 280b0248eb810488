/** What the exit code of `rapport` says; scripts rely on it, so a number never changes its meaning. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  conflict: 5,
  partly: 6,
  network: 7,
  differences: 8,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The text of `rapport help exit-codes`. */
export const EXIT_CODES_HELP = `Exit codes

    0  Done. A list without matches is done too, and so is deleting what is
       already gone in a bulk.
    1  Failed: the server refused the request or answered outside the contract,
       a question was answered with no, or the doctor found something wrong.
    2  Usage: an unknown command or option, a bad value, a file with mistakes,
       or a question that needs --yes because nobody can answer it.
    3  Not found: the one record that was named does not exist.
    4  Not signed in, or refused: no token, an expired one, wrong credentials,
       or no permission.
    5  Conflict: the state of the records forbids it (deleting yourself, the
       last admin or a category that still has positions, a name or product ID
       that is taken).
    6  Partly done: some items of a bulk failed or were not tried; the results
       name them.
    7  Network, timeout, rate limit, or a server that is not available. Trying
       again later may help.
    8  Differences (only of commands with --detailed-exitcode).
  130  Interrupted by Ctrl-C or a signal.
`
