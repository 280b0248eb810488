/**
 * Builds console, tool and server if their sources changed since the last good build. Runs on bare Node >= 20; the
 * builds run on the given Node and environment.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { SetupError, cache, progress, root } from './bootstrap.mjs'
import { withLock } from './lock.mjs'
import { capture } from './process.mjs'

/** `output` is a file that every build writes. */
const BUILDS = {
  web: {
    label: 'the console',
    output: 'packages/web/dist/index.html',
    command: ['node_modules/vite/bin/vite.js', 'build'],
  },
  cli: {
    label: 'the command-line tool',
    output: 'packages/cli/dist/bin.js',
    command: ['node_modules/tsup/dist/cli-default.js'],
  },
  server: {
    label: 'the server',
    output: 'packages/server/dist/main.js',
    command: ['node_modules/tsup/dist/cli-default.js'],
  },
}
const SHARED_INPUTS = ['pnpm-lock.yaml', 'tsconfig.json', 'packages/core']
const NOT_BUILT = /^(node_modules|dist|test|testing|stress|e2e|bench|test-results|playwright-report)$|[.]test[.]tsx?$/

/** Brings the named builds up to date, in parallel. Throws `SetupError` with the log of the first build that failed. */
export async function build(names, { node, env, force = false }) {
  const staleNames = force ? names : names.filter((name) => !isFresh(name))
  if (staleNames.length === 0) return
  await withLock(cache, async () => {
    const namesToBuild = force ? staleNames : staleNames.filter((name) => !isFresh(name))
    const results = await Promise.allSettled(namesToBuild.map((name) => buildOne(name, { node, env })))
    const failure = results.find((result) => result.status === 'rejected')
    if (failure) throw failure.reason
  })
}

async function buildOne(name, { node, env }) {
  const { label, command, output } = BUILDS[name]
  progress(`Building ${label} …`)
  const hash = sourceHash(name)
  rmSync(stampFile(name), { force: true })
  const { code, output: log } = await capture(node, command, {
    cwd: join(root, 'packages', name),
    env: { ...env, NODE_ENV: 'production' },
  })
  if (code !== 0) throw new SetupError(`Building ${label} failed (exit code ${code}).`, log)
  if (!existsSync(join(root, output))) throw new SetupError(`Building ${label} wrote no ${output}.`, log)
  mkdirSync(dirname(stampFile(name)), { recursive: true })
  writeFileSync(stampFile(name), stampText(name, hash))
}

const stampFile = (name) => join(cache, 'builds', name)

/** Contains the output's modification time, so that a manual build is not mistaken for ours. */
const stampText = (name, hash) => `${hash} ${statSync(join(root, BUILDS[name].output)).mtimeMs}`

function isFresh(name) {
  if (!existsSync(stampFile(name)) || !existsSync(join(root, BUILDS[name].output))) return false
  return readFileSync(stampFile(name), 'utf8') === stampText(name, sourceHash(name))
}

function sourceHash(name) {
  const hash = createHash('sha256')
  for (const file of [`packages/${name}`, ...SHARED_INPUTS].flatMap((input) => filesIn(join(root, input)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => !NOT_BUILT.test(name))
  return names.toSorted().flatMap((name) => filesIn(join(path, name)))
}
