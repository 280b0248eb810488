// Measures `rapport diff --from --to` of two catalogues with 5,000 records and unchanged images, as a process. Responses
// are ready-made, so that only the tool is measured. Fails above 3 s.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { binary, line, openBench, timesOf } from './processes.mjs'

const CATEGORIES = 200
const POSITIONS = 4000
const PRODUCTS = 800
const RUNS = 5
const MAX_MS = 3000

const times = (count, item) => Array.from({ length: count }, (_, n) => item(n))
const image = (name) => `/media/${createHash('sha256').update(name).digest('hex')}.png`
const text = 'A sentence of the usual length about it. '.repeat(5)

/** Builds a catalogue whose ids start at `firstId`. */
function responsesOf(firstId) {
  const categories = times(CATEGORIES, (n) => ({
    id: firstId + n,
    category_name: `Category ${n}`,
    slug: `category-${n}`,
    category_image: image(`category ${n}`),
  }))
  const positions = times(POSITIONS, (n) => ({
    id: firstId + n,
    category_id: firstId + (n % CATEGORIES),
    subcategory_name: `Position ${n}`,
    benefits: text,
    tips: text,
    challenges: text,
    safety_tips: text,
    sub_cat_image: image(`position ${n}`),
  }))
  const products = times(PRODUCTS, (n) => ({
    id: firstId + n,
    product_id: `com.example.p${n}`,
    name: `Plan ${n}`,
    price: 9.99,
    currency: 'EUR',
    billing_cycle: 'monthly',
    trial_period_days: 0,
  }))
  return new Map(
    Object.entries({ categories, subcategories: positions, 'subscription-products': products }).map(([path, data]) => [
      `/api/admin/${path}`,
      JSON.stringify({ code: 200, message: 'Found.', data }),
    ]),
  )
}

async function serve(responses) {
  const server = createServer(({ url }, response) => {
    const body = responses.get(url)
    response.writeHead(body ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const bench = openBench()
const servers = [await serve(responsesOf(1)), await serve(responsesOf(100_000))]
const [staging, production] = servers.map((server) => ({
  apiUrl: `http://127.0.0.1:${server.address().port}`,
  token: 'token',
}))
mkdirSync(join(bench.folder, 'config'))
bench.file('config/config.json', JSON.stringify({ profiles: { staging, production }, current: null }))

const words = ['diff', '--from', 'staging', '--to', 'production', '--prune', '--json', '--detailed-exitcode']
const runs = []
for (let run = 0; run < RUNS; run += 1) {
  runs.push(await bench.measure([binary, ...words], {}))
  const { summary } = JSON.parse(bench.output())
  if (summary.unchanged !== CATEGORIES + POSITIONS + PRODUCTS) throw new Error(JSON.stringify(summary))
}
for (const server of servers) server.close()
bench.close()

process.stdout.write(line('rapport diff --from --to', runs))
process.exitCode = timesOf(runs).median > MAX_MS ? 1 : 0
