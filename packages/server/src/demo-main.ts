import { explainProblem } from './boot/explain-problem.ts'
import { demoCommand } from './commands/demo-command.ts'

// Only the owner may read the database.
process.umask(0o077)
try {
  await demoCommand(process.argv.slice(2), process.env)
} catch (error) {
  process.stderr.write(`${explainProblem(error, 'make the users')}\n`)
  process.exitCode = 1
}
