import { expect } from 'vitest'
import { startBinary } from '../test/built-binary.ts'
import type { FaultProxy, Moment } from './fault-proxy.ts'

const MAX_RUNS = 12

/** Numbers from 0 up to 1 that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A bulk as it is started, and where it stands in a run. */
export interface Run {
  words: readonly string[]
  env: NodeJS.ProcessEnv
  where: string
}

/** Starts it and kills it (kill -9) at the moment; whether it was still running then. */
export async function runAndKill({ words, env }: Run, proxy: FaultProxy, moment: Moment): Promise<boolean> {
  const { child, ended } = startBinary(words, env)
  await Promise.race([ended, moment.reached])
  moment.drop()
  child.kill('SIGKILL')
  await ended
  // What it had sent could else come after the next one has read the list, and have that create it once more.
  await proxy.settled()
  return child.signalCode === 'SIGKILL'
}

/** Of a run that could not even read what the server holds. */
const NOTHING_TRIED = { results: [], summary: { total: 0, done: 0, absent: 0, failed: 0, skipped: 0, unchanged: 0 } }

/** Runs it again and again until it says that all is done; every account on the way has to add up. */
export async function runToTheEnd({ words, env, where }: Run): Promise<void> {
  for (let run = 1; run <= MAX_RUNS; run += 1) {
    const { code, stdout, stderr } = await startBinary(words, env).ended
    expect({ where, code, stderr }).toEqual({ where, code: expect.toBeOneOf([0, 6, 7]), stderr })
    const { results, summary } = stdout === '' ? NOTHING_TRIED : JSON.parse(stdout)
    const { total, done, absent, failed, skipped, unchanged = 0 } = summary
    expect({ where, sum: done + absent + failed + skipped + unchanged }).toEqual({ where, sum: total })
    expect(results).toHaveLength(total - unchanged)
    if (code === 0) return
  }
  throw new Error(`${where}: not done after ${MAX_RUNS} runs.`)
}

/** What one list of the API holds. */
export async function listOf<Row>(upstream: string, token: string, path: string): Promise<Row[]> {
  const answer = await fetch(`${upstream}/api/admin/${path}`, { headers: { Authorization: `Bearer ${token}` } })
  const { data }: { data: Row[] } = JSON.parse(await answer.text())
  return data
}

/** Nothing was created twice: a server would refuse a second one with 409, and never got to see one. */
export function expectCreatedOnce({ creations }: FaultProxy, where: string): void {
  for (const [key, statuses] of creations) {
    expect({ where, key, statuses: statuses.filter((status) => status >= 400 && status !== 429) }).toEqual({
      where,
      key,
      statuses: [],
    })
  }
}
