import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, reachable, withToken } from '../packages/server/src/testing/call.ts'
import { readUntil } from '../packages/server/src/testing/process/server-process.ts'
import { build } from './build.mjs'
import { pack } from './pack.mjs'

const folder = mkdtempSync(join(tmpdir(), 'rapport-packed-'))
const home = join(folder, 'home')
const prefix = join(folder, 'prefix')
const isOurs = ([name]) => /^(?:npm_|RAPPORT_|NODE_(?!EXTRA_CA_CERTS))/i.test(name)

/** The environment of a machine that has Node, an empty npm cache and no repository. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter((variable) => !isOurs(variable))),
  HOME: home,
  XDG_DATA_HOME: '',
  XDG_CONFIG_HOME: '',
  PATH: [join(prefix, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
  PORT: '0',
  npm_config_cache: join(folder, 'npm-cache'),
  npm_config_prefix: prefix,
  // Where the machine reaches a registry.
  npm_config_userconfig: join(homedir(), '.npmrc'),
}
const OLD_NODE = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})"

let tarballs
let server
let installMs
let output
beforeAll(async () => {
  mkdirSync(home)
  await build(['web', 'cli', 'server'], { node: process.execPath, env: process.env })
  tarballs = await pack()
  for (const [name, file] of Object.entries(tarballs)) {
    tarballs[name] = join(folder, basename(file))
    copyFileSync(file, tarballs[name])
  }
  const startTime = performance.now()
  server = spawn('sh', ['-c', `npm install --global '${tarballs.server}' >&2 && exec rapport-server`], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  output = await readUntil(server, /Console +http\S+/)
  installMs = performance.now() - startTime
}, 120_000)
afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const origin = () => /Console +(\S+)/.exec(output)?.[1]

async function signIn() {
  const [, email, password] = /email +(\S+)\s+password +(\S+)/.exec(output)
  const { status, body } = await login(reachable(origin()), { email, password })
  expect(status).toBe(200)
  return body.data.token
}

describe('the packed server', () => {
  it('installs and starts within 40 seconds, with console, sample data and a first admin', async () => {
    const call = withToken(reachable(origin()), await signIn())
    expect((await call('GET', '/api/admin/categories')).body.data.length).toBeGreaterThan(2)
    const page = await (await fetch(origin(), { headers: { accept: 'text/html' } })).text()
    const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(page)
    expect((await fetch(origin() + script)).headers.get('Content-Type')).toContain('javascript')
    expect(installMs).toBeLessThan(40_000)
  })

  it('keeps its data in the home folder, where an upgrade does not delete it', () => {
    expect(output).toContain(`Data     ${join(home, '.local/share/rapport')}`)
    const { stdout } = spawnSync(join(prefix, 'bin/rapport-server'), ['admin', 'list'], { env, encoding: 'utf8' })
    expect(stdout).toBe('admin@rapport.example\n')
  })
})

it('the packed tool runs within 10 seconds from its file', async () => {
  const startTime = performance.now()
  const { status, stdout } = spawnSync('npx', ['--yes', `./${basename(tarballs.cli)}`, 'users', 'list', '--json'], {
    cwd: folder,
    env: { ...env, RAPPORT_API_URL: origin(), RAPPORT_TOKEN: await signIn() },
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(JSON.parse(stdout).length).toBeGreaterThan(200)
  expect(performance.now() - startTime).toBeLessThan(10_000)
}, 60_000)

describe.each([
  ['server', 'rapport-server', '24.7'],
  ['cli', 'rapport', '22.12'],
])('the package of the %s', (name, command, oldestNode) => {
  let installed
  beforeAll(() => {
    spawnSync('npm', ['install', '--global', tarballs[name]], { env })
    installed = join(prefix, 'lib/node_modules/@rapport', name)
  }, 120_000)

  it('says on an older Node which one it needs', () => {
    const entry = join(installed, 'bin', `${command}.cjs`)
    const words = ['--import', `data:text/javascript,${OLD_NODE}`, entry, 'help', 'exit-codes']
    const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' })
    const expected = `error: ${command} needs Node ${oldestNode} or newer; this is 20.20.2.\n`
    expect({ status, stderr }).toEqual({ status: 1, stderr: expected })
  })

  it('has every page that its pages link to', () => {
    const docs = join(installed, 'docs')
    for (const page of readdirSync(docs)) {
      for (const [, linked] of readFileSync(join(docs, page), 'utf8').matchAll(/\]\(([\w-]+\.md)/g))
        expect(readdirSync(docs)).toContain(linked)
    }
  })

  it('names exact versions and runs no scripts at the installation', () => {
    const { scripts, dependencies, devDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect({ scripts, devDependencies }).toEqual({})
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })
})
