import module from 'node:module'

// A third of a start is stripping types and compiling, which Node can remember; so nothing may be loaded before this.
module.enableCompileCache()
// The database, its log, mail and backups are for their owner alone, wherever they are put.
process.umask(0o077)
const words = process.argv.slice(2)
const isStart = words.length === 0 || (words.length === 1 && words[0] === 'start')
if (isStart) {
  const { runServer } = await import('./boot/run-server.ts')
  await runServer()
} else {
  const { runCommand } = await import('./commands/command-line.ts')
  process.exitCode = await runCommand(words)
}
