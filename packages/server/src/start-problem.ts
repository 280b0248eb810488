import { EnvError } from './config/env.ts'
import { UnusableDatabase } from './db/client.ts'
import { DataDirInUse } from './db/data-dir-lock.ts'
import { FirstAdminRefused } from './first-start.ts'

const FOR_PEOPLE = [EnvError, DataDirInUse, UnusableDatabase, FirstAdminRefused]
const OF_THE_SYSTEM = /^(?:E[A-Z]+|EAI_[A-Z]+|SQLITE_[A-Z]+|[0-9A-Z]{5})$/

/** What whoever starts the server, or a command of it, can mend himself; anything else is a fault of ours and shows where. */
export function explainProblem(error: unknown, doing = 'start'): string {
  if (!(error instanceof Error)) return String(error)
  if (FOR_PEOPLE.some((kind) => error instanceof kind)) return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ERR_INVALID_URL') return 'DATABASE_URL is not an address that can be read.'
  if (code === 'EADDRINUSE') return `${error.message}. Another program has the port; PORT names another one.`
  if (OF_THE_SYSTEM.test(code)) return `Rapport cannot ${doing}: ${error.message || code}`
  return error.stack ?? error.message
}
