// Measures `rapport apply` of 1,000 changed products against a bare loop of `fetch` with the same concurrency, both as
// processes on the reference server. Fails below 0.55 of the bare loop's speed.
import { startTestServer } from '@rapport/server/testing'
import { binary, line, openBench, timesOf } from './processes.mjs'

const PRODUCTS = 1000
const CONCURRENCY = 8
const RUNS = 15
const MIN_SPEED = 0.55

const bench = openBench()
const server = await startTestServer()
const url = await server.listen()
const token = await server.signIn()
const env = { RAPPORT_API_URL: url, RAPPORT_TOKEN: token }

const csvOf = (price) => {
  const rows = Array.from({ length: PRODUCTS }, (_, n) => `com.example.p${n},Plan ${n},${price},EUR,monthly,0`)
  return ['product_id,name,price,currency,billing_cycle,trial_period_days', ...rows].join('\n')
}

const bareLoop = bench.file(
  'bare.mjs',
  `const [url, token, price] = process.argv.slice(2)
  const headers = { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' }
  const path = url + '/api/admin/subscription-products'
  const { data } = await (await fetch(path, { headers })).json()
  const queue = data.values()
  const worker = async () => {
    for (const product of queue) {
      const body = JSON.stringify({ ...product, version: undefined, price: Number(price) })
      const response = await fetch(path + '/' + product.id, { method: 'PUT', headers, body })
      if ((await response.json()).code !== 200) throw new Error('refused')
    }
  }
  await Promise.all(Array.from({ length: ${CONCURRENCY} }, worker))`,
)

await bench.measure([binary, 'apply', '-f', bench.file('products.csv', csvOf(1)), '--quiet'], env)
const bare = []
const apply = []
for (let run = 0; run < RUNS; run += 1) {
  bare.push(await bench.measure([bareLoop, url, token, String(run + 2)], env))
  const words = ['apply', '-f', bench.file('products.csv', csvOf(run + 2.5)), '--json', '--quiet', '--yes']
  apply.push(await bench.measure([binary, ...words, '--concurrency', String(CONCURRENCY)], env))
  const { summary } = JSON.parse(bench.output())
  if (summary.done !== PRODUCTS) throw new Error(`apply did ${summary.done} of ${PRODUCTS}.`)
}
await server.close()
bench.close()

const [floor, times] = [timesOf(bare), timesOf(apply)]
const share = floor.median / times.median
const ratios = `${(floor.minimum / times.minimum).toFixed(2)} / ${share.toFixed(2)}`
process.stdout.write(line('bare loop of fetch', bare) + line('rapport apply', apply))
process.stdout.write(`${ratios} of the bare loop's speed (least ${MIN_SPEED}), ${PRODUCTS} products\n`)
process.exitCode = share < MIN_SPEED ? 1 : 0
