import { EnvError } from './config/env.ts'
import { DataDirInUse } from './db/data-dir-lock.ts'
import { UnusableDatabase } from './db/client.ts'
import { demoCommand, DemoRefused } from './demo-command.ts'

try {
  await demoCommand(process.argv.slice(2), process.env)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

/** What whoever typed it can mend himself; anything else is a fault of ours and shows where. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ([DemoRefused, EnvError, DataDirInUse, UnusableDatabase].some((kind) => error instanceof kind))
    return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ERR_INVALID_URL') return 'DATABASE_URL is not an address that can be read.'
  if (/^(?:E[A-Z]+|EAI_[A-Z]+|SQLITE_[A-Z]+|[0-9A-Z]{5})$/.test(code)) {
    return `The users cannot be made: ${error.message || code}`
  }
  return error.stack ?? error.message
}
