/**
 * `npm run verify`: runs all checks that need no tests. All of them run even if one fails; each prints one line and, on
 * failure, its output. The last line is `N passed, N failed`.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { capture, stopOnSignals } from './process.mjs'

const bin = (name) => join(root, 'node_modules/.bin', name)
const node = (...args) => [process.execPath, ...args]
const types = (name) => ({
  name: `types of ${name}`,
  command: node('node_modules/typescript7/bin/tsc', '-p', `packages/${name}`),
})

const SOURCES = ['packages/*/*.ts', 'packages/*/{src,test,stress,e2e,bench}', 'scripts']

/** Slowest first, so that quick ones fill the gaps. */
const CHECKS = [
  {
    name: 'import rules',
    command: [bin('depcruise'), '--output-type', 'err-long', '--config', '.dependency-cruiser.mjs', ...SOURCES],
  },
  { name: 'unused code', command: [bin('knip'), '--no-progress'] },
  { name: 'generated code', command: node('scripts/generate.mjs', '--check') },
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings', '--report-unused-disable-directives'] },
  types('web'),
  types('server'),
  types('cli'),
  types('core'),
  { name: 'format', command: [bin('oxfmt'), '--check'] },
  { name: 'paths in the docs', command: node('scripts/check-docs.mjs') },
]

/** The last line of `verify` and `test`, which also counts skipped tests. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Runs the checks in parallel. Resolves with the number of passed and failed ones. */
export async function verify() {
  const totals = { passed: 0, failed: 0, skipped: 0 }
  const queue = CHECKS.values()
  const worker = async () => {
    for (const { name, command } of queue) {
      const startTime = performance.now()
      const { code, output } = await capture(command[0], command.slice(1), { cwd: root })
      const seconds = ((performance.now() - startTime) / 1000).toFixed(1)
      totals[code === 0 ? 'passed' : 'failed'] += 1
      console.log(`${code === 0 ? '✓' : '✗'} ${name} ${seconds} s`)
      if (code !== 0) console.log(output.trimEnd().replaceAll(/^/gm, '    '))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return totals
}

if (import.meta.main) {
  stopOnSignals()
  const totals = await verify()
  console.log(closingLine(totals))
  process.exitCode = totals.failed > 0 ? 1 : 0
}
