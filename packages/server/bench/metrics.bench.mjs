// Measures how many lists of 50 users a server answers in a second of its processor time, with /metrics turned on against
// without. Both run in one thread, so that they share its compiled code and memory, and rounds are interleaved. Fails
// below 0.99.
import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { startTestServer } from '../src/testing/start.ts'
import { load, median, percentile, request } from './servers.mjs'

const USERS = 5000
const ROUNDS = 400
const ROUND_MS = 100
const CONNECTIONS = 8
const LEAST = 0.99

async function serve() {
  const metrics = { token: undefined, onLoopback: true, lastBackupAt: () => undefined }
  const servers = [await startTestServer({ demo: USERS }), await startTestServer({ demo: USERS, metrics })]
  const started = servers.map(async (server) => ({ origin: await server.listen(), token: await server.signIn() }))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread, which has no origin
  parentPort.postMessage(await Promise.all(started))
}

async function measure() {
  const worker = new Worker(new URL(import.meta.url))
  const [targets] = await once(worker, 'message')
  let pages = 0
  async function listsPerSecond({ origin, token }) {
    const next = () => request('GET', `/api/admin/users?page=${(pages++ % 100) + 1}&page_size=50`, token)
    const before = await worker.cpuUsage()
    const { times } = await load(origin, { connections: CONNECTIONS, ms: ROUND_MS, next, status: 200 })
    const { user, system } = await worker.cpuUsage(before)
    return (times.length / (user + system)) * 1e6
  }
  const ratios = []
  // The first rounds warm up, and the second of a pair is not always the same.
  for (let round = -20; round < ROUNDS; round += 1) {
    const rates = []
    for (const who of round % 2 === 0 ? [0, 1] : [1, 0]) rates[who] = await listsPerSecond(targets[who])
    if (round >= 0) ratios.push(rates[1] / rates[0])
  }
  await worker.terminate()
  const ratio = median(ratios)
  const quartiles = [0.25, 0.75].map((share) => percentile(ratios, share).toFixed(3)).join(' to ')
  process.stdout.write(
    `list 50 users with metrics  ${ratio.toFixed(3)} of without (least ${LEAST}), quartiles ${quartiles}\n`,
  )
  process.exitCode = ratio < LEAST ? 1 : 0
}

await (isMainThread ? measure() : serve())
