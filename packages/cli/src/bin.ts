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

/** Reads the body first: Node would pipe the stream of a request through another one, which slows down a bulk. */
async function send(request: Request, init: RequestInit): Promise<Response> {
  const { url, method, headers, signal } = request
  const body = request.body && (await request.arrayBuffer())
  return fetch(url, { method, headers, signal, body, ...init })
}

process.exitCode = await main(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  fetch: send,
  signal: stopping.signal,
  now: () => new Date(),
  exit: (code) => process.exit(code),
})
