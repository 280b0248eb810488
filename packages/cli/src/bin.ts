import { httpFetch } from './lib/http-fetch.ts'
import { main } from './main.ts'

const FORCED_AFTER = 2

const stopping = new AbortController()
let signals = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    signals += 1
    stopping.abort()
    if (signals >= FORCED_AFTER) process.exit(130)
  })
}

process.exitCode = await main(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  fetch: (request, init) => (request.method === 'GET' ? fetch(request, init) : httpFetch(request)),
  signal: stopping.signal,
  now: () => new Date(),
  exit: (code) => process.exit(code),
})
