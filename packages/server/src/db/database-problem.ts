/** `full`: the disk is full or cannot be written to; reading goes on. */
type DatabaseProblem = 'full' | 'unavailable'

const PROBLEMS: Record<string, DatabaseProblem> = {
  SQLITE_FULL: 'full',
  SQLITE_IOERR_WRITE: 'full',
  SQLITE_IOERR_FSYNC: 'full',
  SQLITE_IOERR_TRUNCATE: 'full',
  SQLITE_IOERR_SHMSIZE: 'full',
  SQLITE_READONLY: 'full',
  SQLITE_BUSY: 'unavailable',
  // PostgreSQL: a full disk, a read-only server such as a standby.
  '53100': 'full',
  '25006': 'full',
  // PostgreSQL: too many connections, starting or stopping, a lock or a statement that took too long, a deadlock.
  '53300': 'unavailable',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '55P03': 'unavailable',
  '57014': 'unavailable',
  '40P01': 'unavailable',
  '40001': 'unavailable',
  ECONNRESET: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
}

/** Messages of pg, which have no code, for a connection that failed or was lost. */
const NOT_REACHED = /^(?:Connection terminated|timeout exceeded when trying to connect|Client .+ is not queryable$)/

/** Returns `full` or `unavailable` for an error that the operator or another try can fix; undefined for any other. */
export function databaseProblem(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined
  const isNotReached = ('syscall' in error && error.syscall === 'connect') || NOT_REACHED.test(error.message)
  if (isNotReached) return 'unavailable'
  return 'code' in error && typeof error.code === 'string' ? PROBLEMS[error.code] : undefined
}

/** For a write that a full disk must not turn into a failed request. */
export async function ignoreDiskFull(writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (databaseProblem(error) !== 'full') throw error
  }
}
