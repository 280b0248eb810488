import { main } from './main.ts'

// The entry starts this under a newer Node where the machine's is too old. A terminal sends its signals to both
// processes, so this one obeys only what the entry passes on.
const isRelaunched = process.env['RAPPORT_RELAUNCHED'] === String(process.ppid)
const stopping = new AbortController()

function handleSignal(): void {
  // The first signal lets the command end in order, the second does not wait for it.
  if (stopping.signal.aborted) process.exit(130)
  stopping.abort()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!isRelaunched) handleSignal()
  })
}
if (isRelaunched) process.on('SIGUSR2', handleSignal)

process.exitCode = await main(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  fetch,
  signal: stopping.signal,
  now: () => new Date(),
  exit: (code) => process.exit(code),
})
