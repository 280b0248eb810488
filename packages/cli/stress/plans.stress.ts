import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withToken } from '@rapport/server/call'
import { rounds } from '@rapport/server/rounds'
import { startTestServer } from '@rapport/server/testing'
import { expect, test } from 'vitest'
import { startBinary } from '../test/support/built-binary.ts'
import { RED_PNG } from '../test/support/images.ts'
import { temporaryFolder } from '../test/support/temporary-folder.ts'
import { randomCatalogue, runAndKill } from './bulk-runs.ts'
import { startFaultProxy, type Write } from './fault-proxy.ts'

/** The number of kills. A run may end before its kill, so it takes more rounds. */
const KILLS = rounds(20)
const MAX_ROUNDS = KILLS * 3
const PRODUCTS = 60
/** Upper bound of writes until the kill, about half the number of products. */
const MAX_WRITES = 25

interface Planned {
  kind: string
  action: string
  id: number | string | null
  sends: Record<string, unknown> | null
}

const KINDS: Record<string, string> = {
  category: 'categories',
  subcategory: 'positions',
  'subscription-products': 'products',
}

/** Returns the body of a call in the form of a plan: without image and parent id. */
function writeText({ method, path, body }: Write): string {
  const [, , , noun = '', idInPath] = path.split('/')
  const fields: Record<string, unknown> = body.startsWith('{')
    ? JSON.parse(body)
    : Object.fromEntries([...body.matchAll(/name="(\w+)"\r\n\r\n(.*)\r\n/g)].map(([, name, value]) => [name, value]))
  const { id = idInPath, category_id: _parent, ...sends } = fields
  return textOf({ kind: KINDS[noun] ?? noun, isDeletion: method === 'DELETE', id, sends })
}

function plannedText({ kind, action, id, sends }: Planned): string {
  return textOf({ kind, isDeletion: action === 'delete', id: id ?? undefined, sends: sends ?? {} })
}

function textOf({ kind, isDeletion, id, sends }: { kind: string; isDeletion: boolean; id: unknown; sends: object }) {
  const fields = Object.entries(sends).map(([name, value]) => `${name}=${value}`)
  return [kind, isDeletion ? 'delete' : 'save', id, ...fields.toSorted()].join(' ')
}

test('a killed plan with a second editor at work writes nothing outside the plan', async () => {
  await using server = await startTestServer({ extensions: [] })
  const upstream = await server.listen()
  const proxy = await startFaultProxy({ upstream, rate: 0 })
  const token = await server.signIn()
  const call = withToken(server, token)
  const path = '/api/admin/subscription-products'
  const env = { RAPPORT_API_URL: proxy.url, RAPPORT_TOKEN: token }
  const folder = temporaryFolder()
  const [file, plan] = [join(folder, 'catalogue.json'), join(folder, 'plan.json')]
  writeFileSync(join(folder, 'red.png'), RED_PNG)
  const words = ['apply', plan, '--yes', '--json', '--concurrency', '2']
  const outcomes = { kills: 0, refused: 0, done: 0 }
  try {
    for (let round = 0; outcomes.kills < KILLS && round < MAX_ROUNDS; round += 1) {
      const where = `round ${round}`
      writeFileSync(file, JSON.stringify(randomCatalogue({ categories: 3, positions: 1, products: PRODUCTS })))
      const diff = await startBinary(['diff', '-f', file, '--out', plan, '--prune', '--quiet'], env).ended
      expect({ where, code: diff.code, stderr: diff.stderr }).toEqual({ where, code: 0, stderr: '' })
      const { changes }: { changes: Planned[] } = JSON.parse(readFileSync(plan, 'utf8'))
      const planned = new Set(changes.filter(({ action }) => action !== 'unchanged').map(plannedText))
      proxy.writes.length = 0

      // Some rounds edit before the first write, so that the plan is refused.
      if (Math.random() < 0.2) await edit()
      const killed = await runAndKill(
        { words, env, where },
        proxy,
        proxy.written(1 + Math.floor(Math.random() * MAX_WRITES)),
      )
      if (killed) outcomes.kills += 1
      const editor = Math.random() < 0.5 ? editFor(50) : Promise.resolve()
      const written = proxy.writes.length
      const repeated = await startBinary(words, env).ended
      await editor
      expect({ where, code: repeated.code, stderr: repeated.stderr }).toMatchObject({
        code: expect.toBeOneOf([0, 1, 5, 6]),
      })
      const isRefused = repeated.stdout === ''
      if (isRefused) outcomes.refused += 1
      else if (repeated.code === 0) outcomes.done += 1
      const writtenThen = isRefused ? proxy.writes.length - written : 0
      expect({ where, writtenThen }).toEqual({ where, writtenThen: 0 })
      const unplanned = proxy.writes.map(writeText).filter((text) => !planned.has(text))
      expect({ where, unplanned }).toEqual({ where, unplanned: [] })
    }
    expect(outcomes.kills).toBeGreaterThanOrEqual(KILLS)
    expect(Math.min(outcomes.refused, outcomes.done)).toBeGreaterThan(KILLS / 10)
  } finally {
    proxy.close()
  }

  async function editFor(milliseconds: number) {
    const end = Date.now() + milliseconds
    while (Date.now() < end) {
      await edit()
      await delay(5)
    }
  }

  /** Changes the price of a product, deletes it, or adds another. */
  async function edit() {
    const { data: rows } = (await call<{ id: number }[]>('GET', path)).body
    const row = rows[Math.floor(Math.random() * rows.length)]
    const price = Math.floor(Math.random() * 2000) / 100
    const choice = Math.random()
    if (row && choice < 0.2) await call('DELETE', `${path}/${row.id}`)
    else if (row && choice < 0.8) await call('PUT', `${path}/${row.id}`, { ...row, price })
    else {
      const added = { product_id: `com.example.p${Math.floor(Math.random() * PRODUCTS)}`, name: 'Added', price }
      await call('POST', path, { ...added, currency: 'EUR', billing_cycle: 'monthly', trial_period_days: 0 })
    }
  }
})
