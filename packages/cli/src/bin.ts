import { main } from './main.ts'

// The entry starts this file in a newer Node if the machine's is too old. A terminal then signals both processes, so this one
// handles only what the entry forwards.
const isRelaunched = process.env['RAPPORT_RELAUNCHED'] === String(process.ppid)
const abortController = new AbortController()

const signals = isRelaunched ? (['SIGUSR2'] as const) : (['SIGINT', 'SIGTERM', 'SIGHUP'] as const)

/** The first signal lets the command finish cleanly. The second ends the process as the system does, which nothing can block. */
function handleSignal(): void {
  abortController.abort()
  // Libraries that clean up would take their own listener for the last one, and end the process now.
  setImmediate(() => signals.forEach((signal) => process.off(signal, handleSignal)))
}
for (const signal of signals) process.on(signal, handleSignal)
// What the terminal sends to both is forwarded too.
if (isRelaunched) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)

/** Sends requests through the proxies of the environment. Loaded for the first request, as help must start fast. */
async function useProxies(url: string): Promise<void> {
  if (!Object.keys(process.env).some((name) => /_proxy$/i.test(name))) return
  const proxies = await import('./io/proxy.ts')
  proxies.assertUsableProxy(url, process.env)
  if (!isUsingProxies) proxies.useProxies(process.env)
  isUsingProxies = true
}
let isUsingProxies = false

process.exitCode = await main(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  async fetch(input, init) {
    await useProxies(typeof input === 'string' ? input : input.url)
    return fetch(input, init)
  },
  signal: abortController.signal,
  now: () => new Date(),
  onIdle: (listener) => process.once('beforeExit', listener),
  exit: (code) => process.exit(code),
})
