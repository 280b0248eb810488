import { httpFetch } from './lib/http-fetch.ts'
import { main } from './main.ts'

const FORCED_AFTER = 2

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Under the entry on an older Node, which hands on what it gets: a terminal and a shell's job send the same to both. */
const isUnderEntry = () => process.env['RAPPORT_RELAUNCHED'] === String(process.ppid)

const stopping = new AbortController()
let signals = 0
function stop() {
  signals += 1
  stopping.abort()
  if (signals >= FORCED_AFTER) process.exit(130)
}
for (const signal of SIGNALS) {
  process.on(signal, () => {
    if (!isUnderEntry()) stop()
  })
}
if (isUnderEntry()) process.on('SIGUSR2', stop)

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
