import { expect, it } from 'vitest'
import { HOUR } from '#server/domain/time.ts'
import { createPasswordHasher } from '#server/security/password-hash.ts'
import { login } from '#server/testing/call.ts'
import { forgotPassword, verifyOtp } from '#server/testing/password-reset.ts'
import { rounds } from '#server/testing/rounds.ts'
import { type Reachable, startTestServer } from '#server/testing/start.ts'
import { stoppedClock } from '#server/testing/stopped-clock.ts'

/** The area under the ROC curve that an observer may reach: 0.5 is guessing, 1 is certainty. */
const AUC = { min: 0.45, max: 0.55 }
const MEDIAN_GAP = { ms: 3, share: 0.05 }
const MAX_ROUNDS = 2

const KNOWN = 'known@example.com'
const UNKNOWN = 'unknown@example.com'

interface Times {
  known: number[]
  unknown: number[]
}

/** Returns the probability that a known address takes longer than an unknown one (Mann-Whitney U by the number of pairs). */
function areaUnderCurve({ known, unknown }: Times): number {
  const samples = [...known.map((ms) => ({ ms, isKnown: true })), ...unknown.map((ms) => ({ ms, isKnown: false }))]
  const sorted = samples.toSorted((a, b) => a.ms - b.ms)
  const rankSum = sorted.reduce((sum, { isKnown }, index) => (isKnown ? sum + index + 1 : sum), 0)
  return (rankSum - (known.length * (known.length + 1)) / 2) / (known.length * unknown.length)
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

function verdict(times: Times) {
  const auc = areaUnderCurve(times)
  const medians = { known: median(times.known), unknown: median(times.unknown) }
  const gap = Math.abs(medians.known - medians.unknown)
  const isFair = auc >= AUC.min && auc <= AUC.max && gap <= Math.max(MEDIAN_GAP.ms, MEDIAN_GAP.share * medians.unknown)
  return { isFair, samples: times.known.length, auc, ...medians }
}

type Send = (from: Reachable, email: string) => Promise<{ status: number }>

/**
 * Measures in pairs, so that other load affects both addresses equally, and in random order: in a fixed one, each address would
 * have its own of libuv's four threads. A suspicious result doubles the samples once, and a failing test is repeated up to
 * twice, since noise evens out and a difference does not.
 */
async function measure(pairs: number, send: Send) {
  await using server = await startTestServer({ clock: stoppedClock, hasher: createPasswordHasher() })
  await server.addAdmin({ email: KNOWN })
  const times: Times = { known: [], unknown: [] }
  let addressNumber = 0

  async function measureSignIn(email: string, into: number[] | undefined): Promise<void> {
    // Moves past all limits, so that each request does its full work, and creates a pending code where there can be one. This
    // happens before each request, since the mail of the last one would slow only the next.
    server.advance(25 * HOUR)
    for (const address of [KNOWN, UNKNOWN]) await forgotPassword(server.from('192.0.2.1'), address)
    await server.sendDueMails()
    addressNumber += 1
    const from = server.from(`198.51.${(addressNumber >> 8) & 0xff}.${addressNumber & 0xff}`)
    const began = performance.now()
    const { status } = await send(from, email)
    into?.push(performance.now() - began)
    expect([200, 401]).toContain(status)
    // Sends mail outside the measured time.
    await server.sendDueMails()
  }

  async function pair(isMeasured: boolean): Promise<void> {
    const samplesByEmail: [string, number[]][] = [
      [KNOWN, times.known],
      [UNKNOWN, times.unknown],
    ]
    for (const [email, into] of Math.random() < 0.5 ? samplesByEmail : samplesByEmail.toReversed()) {
      await measureSignIn(email, isMeasured ? into : undefined)
    }
  }

  for (let count = 0; count < 50; count += 1) await pair(false)
  for (let round = 0; ; round += 1) {
    const pairCount = round === 0 ? pairs : pairs * 2 ** (round - 1)
    for (let count = 0; count < pairCount; count += 1) await pair(true)
    const result = verdict(times)
    if (result.isFair || round + 1 === MAX_ROUNDS) return result
  }
}

it.each<[string, number, Send]>([
  // Uses a new password each time, as guessing does: the time of a check depends a little on the password.
  ['login', 500, (from, email) => login(from, { email, password: `wrong ${Math.random()}` })],
  ['forgotPassword', 500, (from, email) => forgotPassword(from, email)],
  ['verifyOtp', 500, (from, email) => verifyOtp(from, email, '000000')],
])('takes as long for a known as for an unknown address: %s', { retry: 2 }, async (_, pairs, send) => {
  const result = await measure(rounds(pairs), send)
  // The message of a failure then has all figures.
  expect(result).toEqual({ ...result, isFair: true })
})
