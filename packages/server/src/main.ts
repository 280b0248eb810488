import module from 'node:module'

// Stripping types and compiling take a third of the startup time, so nothing may be imported before the cache is on.
module.enableCompileCache()
// Only the owner may read the database, its log, mail and backups.
process.umask(0o077)
const argv = process.argv.slice(2)
const isStart = argv.length === 0 || (argv.length === 1 && argv[0] === 'start')
if (isStart) {
  const { runServer } = await import('./boot/run-server.ts')
  await runServer()
} else {
  const { runCommand } = await import('./commands/command-line.ts')
  process.exitCode = await runCommand(argv)
}
