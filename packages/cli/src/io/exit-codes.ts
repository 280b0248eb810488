/** The exit codes. Scripts rely on them, so a number never changes its meaning. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  auth: 4,
  conflict: 5,
  partial: 6,
  network: 7,
  differences: 8,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The output of `rapport help exit-codes`. */
export const EXIT_CODES_HELP = `Exit codes

    0  Done, even if a list has no matches or the records of a bulk deletion
       are already gone.
    1  Failed: the server rejected the request or broke the contract, a prompt
       was declined, or rapport doctor found a problem.
    2  Usage: an unknown command or option, a bad value, a file with errors,
       or a prompt that requires --yes because there is no terminal, such as
       that for a price that changes by more than half.
    3  Not found: the record does not exist.
    4  Not signed in, or not allowed: no token, an expired token, wrong
       credentials, or no permission.
    5  Conflict: deleting yourself, the last admin or a category that still
       has positions, saving or restoring a name or product ID that is taken,
       or someone else's change: the saved plan is outdated, or they changed
       a field that you change too. The error lists the fields.
    6  Partly done: some items of a bulk operation failed or were not
       attempted. The results list them. Or none: rows of --from-file describe
       other records than those with their ids.
    7  Network error, timeout, rate limit, or an unavailable server. Try again
       later.
    8  Differences (rapport products check, and diff with --detailed-exitcode).
  130  Interrupted by Ctrl-C or a signal.
`
