/**
 * `npm run bench [-- NAME...]`: runs every packages/<name>/bench/*.bench.mjs, or those named. Each prints its figures and
 * fails if they exceed its limit.
 */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './bootstrap.mjs'
import { run, stopOnSignals } from './process.mjs'

const stopped = stopOnSignals()
const nameOf = (file) => basename(file, '.bench.mjs')
const allFiles = globSync('packages/*/bench/*.bench.mjs', { cwd: root }).toSorted()
const words = process.argv.slice(2)
const unknown = words.filter((word) => !allFiles.map(nameOf).includes(word))
if (unknown.length > 0) {
  console.error(`✗ There is no benchmark ${unknown.join(', ')}. There are: ${allFiles.map(nameOf).join(', ')}.`)
  process.exit(1)
}
const files = allFiles.filter((file) => words.length === 0 || words.includes(nameOf(file)))
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
