import { main } from './main.ts'

// The entry starts this file in a newer Node if the machine's is too old. A terminal then signals both processes, so this one
// handles only what the entry forwards.
const isRelaunched = process.env['RAPPORT_RELAUNCHED'] === String(process.ppid)
const abortController = new AbortController()

function handleSignal(): void {
  // The first signal lets the command finish cleanly, the second one exits at once.
  if (abortController.signal.aborted) process.exit(130)
  abortController.abort()
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
  apiFetch: async (url, init) => (await import('./api/http-fetch.ts')).httpFetch(url, init),
  signal: abortController.signal,
  now: () => new Date(),
  exit: (code) => process.exit(code),
})
