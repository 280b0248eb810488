import { EnvError } from './config/env.ts'
import { DataDirInUse } from './db/data-dir-lock.ts'
import { UnusableDatabase } from './db/client.ts'
import { demoCommand, DemoRefused } from './demo-command.ts'

try {
  await demoCommand(process.argv.slice(2), process.env)
} catch (error) {
  const isKnown = [DemoRefused, EnvError, DataDirInUse, UnusableDatabase].some((kind) => error instanceof kind)
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  process.stderr.write(`${isKnown ? message : (stack ?? message)}\n`)
  process.exitCode = 1
}
