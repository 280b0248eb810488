/** While the database is unwritable, reading still works. */
type DatabaseProblem = 'unwritable' | 'unavailable'

const PROBLEMS: Record<string, DatabaseProblem> = {
  SQLITE_FULL: 'unwritable',
  SQLITE_IOERR_WRITE: 'unwritable',
  SQLITE_IOERR_FSYNC: 'unwritable',
  SQLITE_IOERR_TRUNCATE: 'unwritable',
  SQLITE_IOERR_SHMSIZE: 'unwritable',
  SQLITE_READONLY: 'unwritable',
  SQLITE_BUSY: 'unavailable',
  // The file of the erasure ledger
  ENOSPC: 'unwritable',
  EROFS: 'unwritable',
  EACCES: 'unwritable',
  // PostgreSQL: disk full, or a read-only standby
  '53100': 'unwritable',
  '25006': 'unwritable',
  // PostgreSQL: too many connections, starting or stopping, lock or statement timeout, deadlock
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

/** pg's errors about a failed or lost connection have no code, only these messages. */
const UNREACHABLE = /^(?:Connection terminated|timeout exceeded when trying to connect|Client .+ is not queryable$)/

/** Returns undefined for an error that neither the operator nor a retry can fix. */
export function databaseProblem(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined
  const isUnreachable = ('syscall' in error && error.syscall === 'connect') || UNREACHABLE.test(error.message)
  if (isUnreachable) return 'unavailable'
  return 'code' in error && typeof error.code === 'string' ? PROBLEMS[error.code] : undefined
}

/** Waits for a write that must not fail the request while the database is unwritable. */
export async function ignoreUnwritable(writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (databaseProblem(error) !== 'unwritable') throw error
  }
}
