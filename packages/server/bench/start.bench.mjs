// Measures a cold start, from the process to the first response, against a bare Fastify and better-sqlite3,
// interleaved, so that other load affects both equally. Ours is started like `npm start`; both have a compile cache and
// the database of a first start. Fails above 1.4 times the bare server's time.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN, BARE, OURS, median, start } from './servers.mjs'

const RUNS = 15
const MAX_RATIO = 1.4

const folder = mkdtempSync(join(tmpdir(), 'rapport-bench-'))
const cached = (name) => ({ NODE_COMPILE_CACHE: join(folder, `compiled-${name}`) })
const env = { RAPPORT_DATA_DIR: folder, ...cached('rapport') }
await (await start(OURS, { ...env, ...ADMIN, RAPPORT_DEMO: '1' })).stop()
copyFileSync(join(folder, 'rapport.db'), join(folder, 'bare.db'))

const candidates = [
  { name: 'bare server', script: BARE, env: { BARE_DATABASE: join(folder, 'bare.db'), ...cached('bare') }, times: [] },
  { name: 'rapport', script: OURS, env, times: [] },
]

async function measure({ script, env: variables, times }) {
  const started = performance.now()
  const { origin, stop } = await start(script, variables)
  const { status } = await fetch(`${origin}/health/live`)
  times.push(performance.now() - started)
  await stop()
  if (status !== 200) throw new Error(`${script} responded with ${status}.`)
}

// The first runs fill the compile cache.
for (const candidate of candidates) for (let run = 0; run < 2; run += 1) await measure(candidate)
for (const candidate of candidates) candidate.times.length = 0
for (let run = 0; run < RUNS; run += 1) for (const candidate of candidates) await measure(candidate)
rmSync(folder, { recursive: true })

const [floor, ours] = candidates.map(({ times }) => median(times))
// Compares run by run, since the load of the machine changes.
const ratio = median(candidates[1].times.map((time, run) => time / candidates[0].times[run]))
process.stdout.write(`bare server  ${floor.toFixed(0).padStart(5)} ms\n`)
process.stdout.write(
  `rapport      ${ours.toFixed(0).padStart(5)} ms   ${ratio.toFixed(2)} of the floor (most ${MAX_RATIO}), n=${RUNS}\n`,
)
process.exitCode = ratio > MAX_RATIO ? 1 : 0
