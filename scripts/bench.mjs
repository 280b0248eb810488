/**
 * `npm run bench`: runs every packages/<name>/bench/*.bench.mjs. Each prints its figures and fails if they exceed
 * its limit.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { run, stopOnSignals } from './process.mjs'

const stopped = stopOnSignals()
const files = globSync('packages/*/bench/*.bench.mjs', { cwd: root }).toSorted()
const failedFiles = []
for (const file of files) {
  if (stopped.signal) break
  console.log(`\n${file}`)
  // One at a time: parallel benchmarks would measure each other.
  const code = await run(process.execPath, [join(root, file)], { cwd: root })
  if (code !== 0) failedFiles.push(file)
}
if (!stopped.signal) {
  for (const file of failedFiles) console.error(`✗ ${file} missed its limit.`)
  if (files.length === 0) console.error('✗ There are no benchmarks.')
  process.exitCode = failedFiles.length > 0 || files.length === 0 ? 1 : 0
}
