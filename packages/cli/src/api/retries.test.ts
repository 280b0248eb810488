import { ApiError } from '@rapport/core/api/api-error.ts'
import { expect, test } from 'vitest'
import { createWaitReport, createWithRetry } from './retries.ts'

/** Fails with each outcome in turn, and records the delays between attempts. */
function failing(...outcomes: (ApiError | 'ok')[]) {
  const slept: number[] = []
  let attempts = 0
  const withRetry = createWithRetry({
    sleep: (milliseconds) => {
      slept.push(milliseconds)
      return Promise.resolve()
    },
    debug: () => undefined,
    random: () => 1,
  })
  const send = () => {
    const outcome = outcomes[attempts] ?? 'ok'
    attempts += 1
    return outcome === 'ok' ? Promise.resolve('data') : Promise.reject(outcome)
  }
  return { withRetry, send, slept, attempts: () => attempts }
}

const status = (code: number, retryAfterSeconds?: number) =>
  new ApiError('status', 'no', { status: code, retryAfterSeconds })
const network = new ApiError('network', 'no')

test('tries a read or a deletion four times, waiting longer each time', async () => {
  for (const operation of ['listUsers', 'deleteUser'] as const) {
    const { withRetry, send, slept, attempts } = failing(network, network, network, network)
    await expect(withRetry(operation, send)).rejects.toMatchObject({ kind: 'network', operation })
    expect({ slept, attempts: attempts() }).toEqual({ slept: [500, 1000, 2000], attempts: 4 })
  }
})

test.each([429, 502, 503, 504])('status %d is retried', async (code) => {
  const { withRetry, send } = failing(status(code))
  await expect(withRetry('listUsers', send)).resolves.toBe('data')
})

test.each([400, 401, 404, 409, 500])('status %d is not retried', async (code) => {
  const { withRetry, send, attempts } = failing(status(code))
  await expect(withRetry('listUsers', send)).rejects.toMatchObject({ status: code })
  expect(attempts()).toBe(1)
})

test('waits for Retry-After up to a minute, and no longer', async () => {
  const soon = failing(status(429, 60), status(503))
  await soon.withRetry('listUsers', soon.send)
  expect(soon.slept).toEqual([60_000, 1000])
  const tooLong = failing(status(429, 61))
  await expect(tooLong.withRetry('listUsers', tooLong.send)).rejects.toMatchObject({ status: 429 })
  expect(tooLong.slept).toEqual([])
})

test('waits for five minutes in all', async () => {
  const limited = failing(...Array.from({ length: 20 }, () => status(429, 55)))
  await expect(limited.withRetry('listUsers', limited.send)).rejects.toMatchObject({ status: 429 })
  expect(limited.slept).toEqual([55_000, 55_000, 55_000, 55_000, 55_000])
})

test('explains a wait of more than two seconds, with a line in ten seconds', () => {
  const lines: string[] = []
  let now = 0
  const onWait = createWaitReport({ explain: (line) => lines.push(line), isTerminal: false }, () => new Date(now))
  onWait(status(503), 1900)
  expect(lines).toEqual([])
  for (now of [1, 9000, 10_002]) onWait(status(429), 2400)
  expect(lines).toEqual(['no Trying again in 2 seconds.', 'no Trying again in 2 seconds.'])
})

test('retries a restore after a 429 only', async () => {
  const { withRetry, send, slept } = failing(status(429, 6))
  await expect(withRetry('restoreTrash', send)).resolves.toBe('data')
  expect(slept).toEqual([6000])
})

test.each(['login', 'logout', 'createProduct', 'restoreTrash'] as const)(
  '%s is not retried after a network failure',
  async (operation) => {
    const { withRetry, send, attempts } = failing(network)
    await expect(withRetry(operation, send)).rejects.toMatchObject({ kind: 'network' })
    expect(attempts()).toBe(1)
  },
)
