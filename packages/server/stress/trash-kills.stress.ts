import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '@rapport/core/entities/products/product.ts'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '#server/db/demo/random.ts'
import { expectIntact } from '#server/testing/database/intact.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
import { openRig } from '#server/testing/process/rig.ts'
import { rounds } from '#server/testing/rounds.ts'

const PRODUCTS = 240
const KILLS = rounds(4)

interface Trash {
  items: { record_id: number | string; batch: string | null }[]
}

/** Deletes products in one batch and restores them while the server is killed repeatedly. */
async function killAmidDeletionAndRestore(seed: number, databaseUrl?: string) {
  await using rig = await openRig({ seed, databaseUrl })
  const { call } = rig
  const random = seededRandom(seed)
  const batch = randomUUID()
  const listed = async () => (await call<Product[]>('GET', '/api/admin/subscription-products')).body.data
  const trashed = async () => (await call<Trash>('GET', '/api/admin/trash?page_size=1000')).body.data.items

  const numbers = Array.from({ length: PRODUCTS }, (_, n) => n)
  await eightAtOnce(numbers, (n) =>
    call('POST', '/api/admin/subscription-products', { product_id: `p${n}`, name: `Plan ${n}`, price: n }),
  )
  const before = await listed()
  const ids = before.map(({ id }) => String(id))
  expect(ids).toHaveLength(PRODUCTS)

  /** Repeats `work` and kills the server during it until `isOver`. Returns the number of interruptions. */
  async function killedAmid(isOver: () => Promise<boolean>, work: () => Promise<void>): Promise<number> {
    let cut = 0
    for (let kill = 0; !(await isOver()); kill += 1) {
      const { child, ended } = rig.server()
      const kills = async () => {
        if (kill >= KILLS) return
        await wait(random.integer(5, 60))
        child.kill('SIGKILL')
        await ended
        await rig.reopen()
      }
      const works = async () => {
        try {
          await work()
        } catch (error) {
          // `fetch` throws these when the connection ends before the response is complete.
          if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
          cut += 1
        }
      }
      await Promise.all([works(), kills()])
      const [there, gone] = [await listed(), await trashed()]
      const found = [...there.map(({ id }) => String(id)), ...gone.map(({ record_id }) => String(record_id))]
      // Each record is either in the list or in the trash.
      expect(found.toSorted()).toEqual(ids.toSorted())
      expect(before).toEqual(expect.arrayContaining(there.map((product) => expect.objectContaining(told(product)))))
      expect(gone.every((item) => item.batch === batch)).toBe(true)
      await expectIntact(rig.database)
    }
    return cut
  }

  const deletions = await killedAmid(
    async () => (await listed()).length === 0,
    async () => {
      const left = await listed()
      await eightAtOnce(left, ({ id }) =>
        call('DELETE', `/api/admin/subscription-products/${String(id)}?batch=${batch}`),
      )
    },
  )
  const restores = await killedAmid(
    async () => (await trashed()).length === 0,
    async () => void (await call('POST', '/api/admin/trash/restore', { batch })),
  )
  expect((await listed()).map(told)).toEqual(expect.arrayContaining(before.map(told)))
  process.stdout.write(`cut short: ${deletions} deletions, ${restores} restores\n`)
  return { deletions: deletions > 0, restores: restores > 0 }
}

/** Sends eight at a time. Rejects at the first failure, with others still pending. */
async function eightAtOnce<Item>(items: readonly Item[], send: (item: Item) => Promise<unknown>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await send(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: 8 }, worker))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

const told = ({ id, product_id, name, price }: Product) => ({ id, product_id, name, price })

describe('a server killed amid the deletion and the restoring of a batch', () => {
  it('leaves no record half done, and finishes when repeated, on SQLite', async () => {
    expect(await killAmidDeletionAndRestore(20_261_125)).toEqual({ deletions: true, restores: true })
  })
})

onPostgres(({ createDatabase }) => {
  it('leaves no record half done, and finishes when repeated', async () => {
    const cut = await killAmidDeletionAndRestore(20_261_126, await createDatabase())
    expect(cut).toEqual({ deletions: true, restores: true })
  })
})
