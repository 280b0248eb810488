/**
 * Makes a bare checkout runnable: pnpm, a Node that is new enough, and the dependencies, all inside the checkout.
 * Checks content, so that an incomplete folder is repaired by the next run. Needs only Node >= 20 and npm.
 */
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'
import { capture } from './process.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const cache = join(root, '.cache')

const PNPM = '12.21.0'
const NODE = '24.21.0'
const { engines } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'))
const OLDEST_NODE = engines.node.match(/\d+/g).map(Number)

const tools = join(cache, 'tools')
const toolsBin = join(tools, 'node_modules/.bin')
const installedStamp = join(root, 'node_modules/.rapport-installed')

/** Shown to the user: first `details`, the log of the failed step, then the message. */
export class SetupError extends Error {
  constructor(message, details = '') {
    super(message)
    this.details = details
  }
}

/** Announces a step that takes time. */
export const progress = (text) => process.stderr.write(`${text}\n`)

/** Installs what is missing. Resolves with the Node for all further steps, and their environment. */
export async function bootstrap() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const isNewEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  const node = isNewEnough ? process.execPath : join(toolsBin, 'node')
  const env = { ...process.env, PATH: [toolsBin, dirname(node), process.env.PATH].join(delimiter) }
  await withLock(cache, async () => {
    await installTools(isNewEnough)
    await installDependencies(env)
  })
  return { node, env }
}

async function installTools(isNewEnough) {
  const versions = isNewEnough ? { pnpm: PNPM } : { pnpm: PNPM, node: NODE }
  const results = await Promise.all(
    Object.keys(versions).map((name) => capture(join(toolsBin, name), ['--version'], { cwd: root })),
  )
  const isInstalled = Object.values(versions).every(
    (version, index) => results[index].output.trim().replace(/^v/, '') === version,
  )
  if (isInstalled) return
  if (!isNewEnough && process.platform !== 'linux') {
    throw new SetupError(`Rapport needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  }
  const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  progress(`Installing ${names.join(' and ').replaceAll('@', ' ')} …`)
  await installPackages(tools, names)
}

/** Installs npm packages into a folder, which appears complete or not at all. Throws `SetupError` with npm's output. */
export async function installPackages(folder, names) {
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  // npm installs into the nearest folder with a package.json. With --prefix it would ignore the machine's npmrc.
  writeFileSync(join(partial, 'package.json'), '{ "private": true }\n')
  // The user's npm settings must not prompt, or leave out what these packages need.
  const options = '--yes --include=optional --ignore-scripts=false --global=false --loglevel=error'
  const silence = '--no-audit --no-fund --no-package-lock --no-update-notifier'
  const timeouts = '--fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000'
  const args = ['install', ...`${options} ${silence} ${timeouts}`.split(' '), ...names]
  const { code, output } = await capture('npm', args, { cwd: partial, env: installerEnv(process.env) })
  if (code !== 0) {
    rmSync(partial, { recursive: true, force: true })
    throw new SetupError(`npm could not install ${names.join(' and ')} (exit code ${code}).`, output)
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(partial, folder)
}

async function installDependencies(env) {
  const hash = dependencyHash()
  const folders = manifests().map((file) => join(dirname(file), 'node_modules'))
  if ([installedStamp, ...folders].every(existsSync) && readFileSync(installedStamp, 'utf8') === hash) return
  progress('Installing the dependencies …')
  rmSync(installedStamp, { force: true })
  const { code, output } = await capture(join(toolsBin, 'pnpm'), ['install', '--frozen-lockfile', '--prod=false'], {
    cwd: root,
    // CI: pnpm must not prompt.
    env: { ...installerEnv(env), CI: 'true' },
  })
  if (code !== 0) throw new SetupError(`pnpm could not install the dependencies (exit code ${code}).`, output)
  writeFileSync(installedStamp, hash)
}

/** Returns package.json of the root and of every package. */
function manifests() {
  const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'package.json'))
  return [join(root, 'package.json'), ...packages.filter((file) => existsSync(file))]
}

function dependencyHash() {
  const hash = createHash('sha256')
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(join(root, file)))
  for (const file of manifests()) {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'))
    hash.update(JSON.stringify({ file, dependencies, devDependencies, optionalDependencies }))
  }
  return hash.digest('hex')
}

/** npm and pnpm keep caches under HOME, which must be writable. */
function installerEnv(env) {
  // In production mode pnpm would skip what builds the console.
  const installEnv = { ...env, NODE_ENV: '' }
  if (!isWritable(env.HOME)) installEnv.HOME = join(cache, 'home')
  return installEnv
}

function isWritable(folder = '') {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
