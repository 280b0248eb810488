// Measures `rapport --version` and `--help` against a bare `node` of the same binary, interleaved so that other load
// affects all three alike. Fails above 1.2 times the floor for --version and 1.25 for --help.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const RUNS = 40
const binary = join(import.meta.dirname, '../bin/rapport.cjs')
const folder = mkdtempSync(join(tmpdir(), 'rapport-bench-'))
const empty = join(folder, 'empty.cjs')
writeFileSync(empty, '')

const candidates = [
  { name: 'bare node', argv: [empty], most: 1, times: [] },
  { name: 'rapport --version', argv: [binary, '--version'], most: 1.2, times: [] },
  { name: 'rapport --help', argv: [binary, '--help'], most: 1.25, times: [] },
]

function measure({ argv, times }) {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, argv)
  times.push(performance.now() - start)
  if (status !== 0) throw new Error(`${argv.join(' ')} failed: ${stderr}`)
}

for (const candidate of candidates) measure(candidate)
for (const candidate of candidates) candidate.times.length = 0
for (let run = 0; run < RUNS; run += 1) candidates.forEach(measure)
rmSync(folder, { recursive: true })

const figures = candidates.map(({ name, most, times }) => {
  const sorted = times.toSorted((a, b) => a - b)
  return { name, most, minimum: sorted[0], median: sorted[RUNS / 2] }
})
const [floor] = figures
for (const { name, most, minimum, median } of figures) {
  const ratio = `${(minimum / floor.minimum).toFixed(2)} / ${(median / floor.median).toFixed(2)}`
  const times = `${minimum.toFixed(1)} / ${median.toFixed(1)} ms`
  process.stdout.write(`${name.padEnd(18)} ${times.padStart(16)}   ${ratio} of the floor (most ${most}), n=${RUNS}\n`)
}
process.exitCode = figures.some(({ most, median }) => median / floor.median > most) ? 1 : 0
