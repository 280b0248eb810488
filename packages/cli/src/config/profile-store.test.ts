import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { openProfileStore } from './profile-store.ts'

let folder: string
let file: string
const profile = { apiUrl: 'https://api.example.org', email: 'admin@example.org', token: 'secret' }
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
const open = () => openProfileStore({ RAPPORT_CONFIG_DIR: folder })

beforeEach(() => {
  folder = join(temporaryFolder(), 'config')
  file = join(folder, 'config.json')
})

/** Starts a process that uses the same folder. */
function start(script: string, ...argv: string[]) {
  const head = `
    import { openProfileStore } from ${JSON.stringify(join(import.meta.dirname, 'profile-store.ts'))}
    const profiles = openProfileStore(process.env)
  `
  return spawn(process.execPath, ['--input-type=module', '-e', head + script, ...argv], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, RAPPORT_CONFIG_DIR: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

test.each(['0.1.0', '0.2.0'])('reads and changes the file of %s', async (version) => {
  mkdirSync(folder, { mode: 0o700 })
  copyFileSync(join(import.meta.dirname, `fixtures/config-${version}.json`), file)
  const staging = { apiUrl: 'https://staging.example.org', output: 'json', timeout: '60', color: 'never' }
  expect(open().names()).toEqual(['default', 'staging'])
  expect(open().current()).toBe('staging')
  expect(open().find('staging')).toEqual(staging)
  expect(open().find('default')).toEqual({ ...profile, token: 'token-of-default' })
  await open().save('default', (stored) => ({ ...stored, ...profile }))
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    profiles: { default: profile, staging },
    current: 'staging',
  })
  expect(mode(file)).toBe('600')
})

test('fails when HOME is empty, and writes nothing to the working folder', () => {
  vi.stubEnv('HOME', '')
  expect(() => openProfileStore({ HOME: '' })).toThrow('HOME is empty')
  vi.unstubAllEnvs()
})

test.skipIf(process.platform === 'win32')('fails when the config folder cannot be created', async () => {
  const profiles = openProfileStore({ RAPPORT_CONFIG_DIR: '/dev/null/rapport' })
  await expect(profiles.save('default', () => profile)).rejects.toThrow(
    /^\/dev\/null\/rapport\/config.json could not be written/,
  )
})

test('reading creates nothing', () => {
  expect(open().names()).toEqual([])
  expect(existsSync(folder)).toBe(false)
})

test.each(['000', '077'])('the file is 0600 in a folder of 0700 under umask %s', async (mask) => {
  const maskBefore = process.umask(mask)
  try {
    await open().save('default', () => profile)
  } finally {
    process.umask(maskBefore)
  }
  expect([mode(folder), mode(file)]).toEqual(['700', '600'])
  expect(open().find('default')).toEqual(profile)
})

test('names a damaged file without quoting its content', () => {
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(file, '{"profiles":{"default":{"token":"canary-token"')
  const read = () => open().find('default')
  expect(read).toThrow(`${file} is not valid JSON.`)
  expect(read).not.toThrow('canary')
  expect(read).toThrow(expect.not.objectContaining({ cause: expect.anything() }))
})

test('keeps what was added by hand, and refuses a profile without an address', async () => {
  const broken = { apiURL: 'https://api.example.org', token: 'secret' }
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(file, JSON.stringify({ profiles: { broken, odd: null }, colour: 1 }))
  await open().save('default', () => profile)
  await open().remove('default')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ profiles: { broken, odd: null }, current: null, colour: 1 })
  const message = 'Profile broken cannot be read: it has no apiUrl.'
  expect(() => open().find('broken')).toThrow(message)
  await expect(open().save('broken', () => profile)).rejects.toThrow(message)
  expect(open().names()).toEqual([])
})

test('processes that save at the same time lose nothing', async () => {
  const children = ['a', 'b', 'c', 'd'].map((name) =>
    start(
      `console.log('ready')
      process.stdin.once('data', async () => {
        for (const n of [1, 2, 3, 4, 5]) {
          await profiles.save(process.argv[1] + n, () => ({ apiUrl: 'https://api.example.org' }))
          await profiles.save('shared', (before) => ({ apiUrl: 'x', timeout: String(Number(before?.timeout ?? 0) + 1) }))
        }
        process.exit()
      })`,
      name,
    ),
  )
  const ends = children.map((child) => once(child, 'exit'))
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')))
  for (const { stdin } of children) stdin.write('go')
  expect(await Promise.all(ends)).toEqual(children.map(() => [0, null]))
  expect(open().names()).toHaveLength(21)
  expect(open().find('shared')?.timeout).toBe('20')
  expect(readdirSync(folder)).toEqual(['config.json'])
})

test('a process that is killed while it writes leaves the file whole', async () => {
  await open().save('default', () => profile)
  for (const delay of [5, 14]) {
    const child = start(`
      for (let n = 0; ; n += 1) {
        await profiles.save('default', () => ({ apiUrl: 'https://api.example.org', token: 'x'.repeat(50_000) + n }))
        if (n === 0) console.log('writing')
      }`)
    await once(child.stdout, 'data')
    setTimeout(() => child.kill('SIGKILL'), delay)
    await once(child, 'exit')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('profiles.default.token')
    expect(mode(file)).toBe('600')
  }
}, 40_000)
