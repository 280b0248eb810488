import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { requestsFor, worstRequests } from '#server/testing/contract/contract-requests.ts'
import { type ContractOperation, contractOperations } from '#server/testing/contract/contract.ts'
import { FUZZ_SEED, type FuzzTarget, fuzzTarget } from '#server/testing/contract/fuzz-target.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
import { rounds } from '#server/testing/rounds.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#server/testing/start.ts'

const AT_A_TIME = 50
const REQUESTS = 20_000
const FEWEST = 300

interface Share {
  operation: ContractOperation
  sent: number
  ms: number
}

/** Returns true after enough requests: few for an operation without input, or one that hashes or renders. */
function isDone({ operation, sent, ms }: Share, shares: readonly Share[], fewest: number): boolean {
  if (sent < fewest) return false
  const { body, query, path } = operation
  const hasNoInput = body === undefined && Object.keys(query).length === 0 && !path.includes('{id}')
  const paces = shares.map((share) => share.ms / share.sent).toSorted((a, b) => a - b)
  return hasNoInput || ms / sent > 2 * (paces[Math.floor(paces.length / 2)] ?? 0)
}

/** Sends requests to all operations in turns, so that each meets the effects of the others. Returns how many each got. */
async function fuzz(
  start: (options: TestServerOptions) => Promise<TestServer>,
  { requests, fewest }: { requests: number; fewest: number },
): Promise<number[]> {
  await using target = await fuzzTarget(start)
  const shares = contractOperations.map((operation): Share => ({ operation, sent: 0, ms: 0 }))
  const sentCount = () => shares.reduce((sum, share) => sum + share.sent, 0)
  for (let round = 0; sentCount() < requests; round += 1) {
    for (const share of shares) {
      if (isDone(share, shares, fewest)) continue
      const began = performance.now()
      await target.readExistingIds()
      await attemptMany(target, share.operation, FUZZ_SEED + round)
      share.sent += AT_A_TIME
      share.ms += performance.now() - began
    }
  }
  return shares.map((share) => share.sent)
}

async function attemptMany(target: FuzzTarget, operation: ContractOperation, seed: number): Promise<void> {
  const requests = requestsFor(operation, target.idsOf)
  const property = fc.asyncProperty(requests, async (request) => {
    expect(await target.attempt(operation, request)).toEqual([])
  })
  await fc.assert(property, { numRuns: AT_A_TIME, seed })
}

it(`SQLite: no request makes the API violate its contract (RAPPORT_FUZZ_SEED=${FUZZ_SEED})`, async () => {
  const [requests, fewest] = [rounds(REQUESTS), rounds(FEWEST)]
  const requestCounts = await fuzz(startTestServer, { requests, fewest })
  const total = requestCounts.reduce((sum, count) => sum + count, 0)
  process.stdout.write(
    `${total} requests, at least ${Math.min(...requestCounts)} to each operation, seed ${FUZZ_SEED}\n`,
  )
  expect(total).toBeGreaterThanOrEqual(requests)
  expect(Math.min(...requestCounts)).toBeGreaterThanOrEqual(fewest)
})

it('no JSON body of 64 KiB keeps other requests waiting', async () => {
  await using target = await fuzzTarget(startTestServer)
  for (const operation of contractOperations.filter(({ body }) => body?.isForm === false)) {
    for (const request of worstRequests(operation)) expect(await target.attempt(operation, request)).toEqual([])
  }
})

onPostgres(({ start }) => {
  it(`no request makes the API violate its contract (RAPPORT_FUZZ_SEED=${FUZZ_SEED})`, async () => {
    const fewest = rounds(AT_A_TIME)
    const requests = fewest * contractOperations.length
    expect(Math.min(...(await fuzz(start, { requests, fewest })))).toBeGreaterThanOrEqual(fewest)
  })
})
