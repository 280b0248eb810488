import { expect } from 'vitest'
import { startBinary } from '../test/support/built-binary.ts'
import type { FaultProxy, Moment } from './fault-proxy.ts'

const MAX_RUNS = 12

/** Builds a catalogue with a random part of the records in random states, so that rounds differ. Positions are per category. */
export function randomCatalogue(maxima: { categories: number; positions: number; products: number }) {
  const pickSome = <Item>(count: number, share: number, item: (index: number) => Item) =>
    Array.from({ length: count }, (_, index) => index)
      .filter(() => Math.random() < share)
      .map(item)
  const word = () => ['calm', 'warm', 'slow'][Math.floor(Math.random() * 3)]
  const categories = pickSome(maxima.categories, 0.7, (index) => ({
    category_name: `Category ${index}`,
    category_image: 'red.png',
  }))
  const positions = categories.flatMap(({ category_name: category }) =>
    pickSome(maxima.positions, 0.6, (index) => ({
      category,
      subcategory_name: `Position ${index}`,
      tips: word(),
      sub_cat_image: 'red.png',
    })),
  )
  const products = pickSome(maxima.products, 0.8, (index) => ({
    product_id: `com.example.p${index}`,
    name: `Plan ${word()}`,
    price: Math.floor(Math.random() * 2000) / 100,
  }))
  return { categories, positions, products }
}

/** A command, and its place in a run for messages. */
export interface Run {
  words: readonly string[]
  env: NodeJS.ProcessEnv
  where: string
}

/** Starts the command and kills it (kill -9) at the moment. Returns true if it was still running. */
export async function runAndKill({ words, env }: Run, proxy: FaultProxy, moment: Moment): Promise<boolean> {
  const { child, ended } = startBinary(words, env)
  await Promise.race([ended, moment.reached])
  moment.drop()
  child.kill('SIGKILL')
  await ended
  // A late request of the killed run could otherwise arrive after the next run has read the list.
  await proxy.settled()
  return child.signalCode === 'SIGKILL'
}

/** The result of a run that could not read the server. */
const NOTHING_TRIED = { results: [], summary: { total: 0, done: 0, absent: 0, failed: 0, skipped: 0, unchanged: 0 } }

/** Repeats the command until everything is done. The counts of each run must add up. */
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

/** Expects one success per created record: a repeated creation would be refused with 409. */
export function expectCreatedOnce({ creations }: FaultProxy, where: string): void {
  for (const [key, statuses] of creations) {
    expect({ where, key, statuses: statuses.filter((status) => status >= 400 && status !== 429) }).toEqual({
      where,
      key,
      statuses: [],
    })
  }
}
