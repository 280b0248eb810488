import { expect, it } from 'vitest'
import { countingHasher } from '#server/testing/counting-hasher.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { startTestServer } from '#server/testing/start.ts'
import { type Listening, spawnServer, untilListening } from '#server/testing/process/server-process.ts'
import { rounds } from '#server/testing/rounds.ts'
import { wire } from '#server/testing/network/wire.ts'

const LOGIN = '/api/admin/login'
const HOME = '192.0.2.1'
const MAX_COMPARED = 100
const AT_ONCE = 25

const fromEverywhere = (index: number) => `198.51.100.${index % 100}`

/** Makes `count` concurrent guesses and counts the statuses. */
async function guess(count: number, attempt: (index: number) => Promise<number>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let begun = 0; begun < count; begun += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - begun) }, (_, index) => attempt(begun + index))
    for (const status of await Promise.all(batch)) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

it('of 10,000 guesses at one account from 100 addresses, a hundred at the most are compared, and its owner gets in', async () => {
  const { passwords, hasher } = countingHasher()
  await using server = await startTestServer({ hasher, trustedProxies: ['127.0.0.1'] })
  await using restarted = await server.another()
  const { email, password } = server.admin
  const login = async (process: Pick<typeof server, 'from'>, address: string, sent: string) => {
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ email, password: sent })
    const { status } = await process
      .from(address)
      .fetch(new Request(server.baseUrl + LOGIN, { method: 'POST', headers, body }))
    return status
  }
  expect(await login(server, HOME, password)).toBe(200)
  const guesses = rounds(10_000)
  for (const [part, process] of [server, restarted].entries()) {
    for (let round = 0; round < 10; round += 1) {
      const counts = await guess(guesses / 20, (index) =>
        login(process, fromEverywhere(index), `guess ${part} ${round} ${index}`),
      )
      expect(Object.keys(counts).every((status) => ['401', '429', '503'].includes(status))).toBe(true)
      expect(await login(process, HOME, password)).toBe(200)
    }
  }
  const compared = passwords.filter((one) => one.startsWith('guess'))
  expect(compared.length).toBeGreaterThanOrEqual(50)
  expect(compared.length).toBeLessThanOrEqual(MAX_COMPARED)
})

onPostgres((_, createDatabase) => {
  it('two processes share their limits, which a kill -9 does not lift', async () => {
    const credentials = { email: 'admin@example.com', password: 'correct horse battery staple' }
    const env = {
      RAPPORT_DATA_DIR: temporaryFolder(),
      DATABASE_URL: await createDatabase(),
      RAPPORT_SECRET: 'a secret of 32 bytes that every process shares',
      RAPPORT_ADMIN_EMAIL: credentials.email,
      RAPPORT_ADMIN_PASSWORD: credentials.password,
      RAPPORT_DEMO: '0',
      RAPPORT_TRUSTED_PROXIES: '127.0.0.1',
      PORT: '0',
    }
    const started: Listening[] = []
    const begin = async () => {
      const server = await untilListening(spawnServer({ env }))
      started.push(server)
      return server
    }
    try {
      const [first, second] = [await begin(), await begin()]
      const login = async (origin: string, address: string, password: string) => {
        using connection = wire(origin)
        const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
        const body = JSON.stringify({ email: credentials.email, password })
        const { status } = await connection.exchange({ method: 'POST', path: LOGIN, headers, body })
        return status
      }
      expect(await login(first.origin, HOME, credentials.password)).toBe(200)
      const origins = [first.origin, second.origin]
      const attempt = (index: number) => login(origins[index % 2] ?? '', fromEverywhere(index), 'wrong')
      const counts = await guess(rounds(1000), attempt)
      first.child.kill('SIGKILL')
      origins[0] = (await begin()).origin
      const later = await guess(rounds(1000), attempt)
      const compared = (counts[401] ?? 0) + (later[401] ?? 0)
      expect(compared).toBeGreaterThanOrEqual(50)
      expect(compared).toBeLessThanOrEqual(MAX_COMPARED)
      for (const origin of origins) expect(await login(origin, HOME, credentials.password)).toBe(200)
    } finally {
      for (const { child } of started) child.kill('SIGKILL')
    }
  })
})
