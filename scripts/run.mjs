/**
 * `node scripts/run.mjs <step> [arguments]`: runs every npm script of this repository, on Node >= 20 and npm alone.
 * Installs what is missing, builds what is stale, runs the step and exits with its code.
 */
import { join } from 'node:path'
import { SetupError, bootstrap, root } from './bootstrap.mjs'
import { build } from './build.mjs'
import { step, stopOnSignals } from './process.mjs'

/** The command of each step, its arguments, the builds that it needs, and whether signals go to its process group. */
const STEPS = {
  start: {
    script: 'packages/server/dist/main.js',
    builds: ['web', 'cli', 'server'],
    // docs/operating.md, "Memory", explains these flags.
    flags: ['--max-semi-space-size=8'],
    env: { MALLOC_MMAP_THRESHOLD_: '131072' },
  },
  demo: { script: 'packages/server/src/demo-main.ts' },
  dev: {
    script: '.cache/tools/node_modules/pnpm/bin/pnpm.mjs',
    args: ['--parallel', '--stream', 'run', 'dev'],
    // Vite forwards /api and /media to this port.
    env: { PORT: '4000' },
    group: true,
  },
  build: { builds: ['web', 'cli', 'server'] },
  pack: { script: 'scripts/pack.mjs', builds: ['web', 'cli', 'server'] },
  test: { script: 'scripts/test.mjs', group: true },
  'test:all': { script: 'scripts/test.mjs', args: ['test:all'], group: true },
  verify: { script: 'scripts/verify.mjs', group: true },
  shots: { script: 'scripts/shots.mjs', builds: ['web'], group: true },
  gen: { script: 'scripts/generate.mjs' },
  bench: { script: 'scripts/bench.mjs', builds: ['web', 'cli', 'server'], group: true },
}

const stopped = stopOnSignals()
const [name, ...args] = process.argv.slice(2)

async function main() {
  const config = Object.hasOwn(STEPS, name ?? '') ? STEPS[name] : undefined
  if (!config) {
    throw new SetupError(`Usage: node scripts/run.mjs <${Object.keys(STEPS).join('|')}> [arguments]`)
  }
  const { node, env } = await bootstrap()
  if (config.builds) await build(config.builds, { node, env, force: name === 'build' && args.includes('--force') })
  if (!config.script || stopped.signal) return process.exitCode
  // The server turns the cache on itself, but too late for Node's type stripping of the first file.
  const cacheEnv = { NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...env }
  const nodeArgs = [...(config.flags ?? []), config.script, ...(config.args ?? []), ...args]
  return step(node, nodeArgs, { cwd: root, env: { ...config.env, ...cacheEnv }, group: config.group })
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  if (!stopped.signal) {
    process.stderr.write(`${error.details}${error.message}\n`)
    process.exitCode = 1
  }
}
