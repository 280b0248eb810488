import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../test/temp-folder.ts'
import { openCredentials } from './credentials.ts'

let folder: string
const profile = { apiUrl: 'https://api.example.org', email: 'admin@example.org', token: 'secret' }
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
const open = (path = folder) => openCredentials({ RAPPORT_CONFIG_DIR: path })

beforeEach(() => {
  folder = join(tempFolder(), 'config')
})

test.each(['000', '022', '077', '777'])('the file is 0600 in a folder of 0700 under umask %s', async (mask) => {
  const before = process.umask(mask)
  try {
    await open().save('default', () => profile)
    expect(process.umask()).toBe(Number.parseInt(mask, 8))
  } finally {
    process.umask(before)
  }
  expect([mode(folder), mode(join(folder, 'config.json'))]).toEqual(['700', '600'])
  expect(open().find('default')).toEqual(profile)
})

test('modes that were opened to others are narrowed again at the next use', async () => {
  await open().save('default', () => profile)
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'config.json'), 0o644)
  expect(open().find('default')).toEqual(profile)
  expect([mode(folder), mode(join(folder, 'config.json'))]).toEqual(['700', '600'])
})

test('a folder that is open to others and holds more than ours is refused, and left as it is', async () => {
  mkdirSync(folder, { mode: 0o755 })
  writeFileSync(join(folder, 'other.txt'), '')
  await expect(open().save('default', () => profile)).rejects.toMatchObject({ code: 'shared_config_folder' })
  expect(readdirSync(folder)).toEqual(['other.txt'])
  expect(mode(folder)).toBe('755')
})

test('profiles are kept apart, and names of Object.prototype are no profiles', async () => {
  await open().save('default', () => profile)
  await open().save('staging', () => ({ apiUrl: 'https://staging.example.org' }))
  expect(open().names()).toEqual(['default', 'staging'])
  expect(open().find('constructor')).toBeUndefined()
})

test('a damaged file is named, and what it holds is not quoted', async () => {
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, 'config.json'), '{"profiles":{"default":{"token":"canary-token"')
  expect(() => open().find('default')).toThrow(`${join(folder, 'config.json')} could not be understood.`)
  expect(() => open().find('default')).not.toThrow('canary')
  expect(() => open().find('default')).toThrow(expect.not.objectContaining({ cause: expect.anything() }))
})

test('what is not understood of a file that was edited by hand is kept, and a profile of that is not taken for none', async () => {
  const broken = { apiURL: 'https://api.example.org', token: 'secret' }
  const staging = { apiUrl: 'https://staging.example.org', timeout: 60 }
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ profiles: { broken, staging, odd: null }, colour: 1 }))
  await open().save('default', () => profile)
  await open().save('staging', () => ({ apiUrl: staging.apiUrl, output: 'json' }))
  await open().remove('default')
  expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toEqual({
    profiles: { broken, staging: { ...staging, output: 'json' }, odd: null },
    current: null,
    colour: 1,
  })
  const message = 'Profile broken could not be understood: it has no address as its apiUrl.'
  expect(() => open().find('broken')).toThrow(message)
  await expect(open().save('broken', () => profile)).rejects.toThrow(message)
  expect(open().names()).toEqual(['staging'])
})

test('six processes that keep something at once all keep it', async () => {
  const script = `
    import { openCredentials } from ${JSON.stringify(join(import.meta.dirname, 'credentials.ts'))}
    await import('conf')
    console.log('ready')
    process.stdin.once('data', async () => {
      const credentials = openCredentials(process.env)
      for (const n of [1, 2, 3, 4, 5]) {
        await credentials.save(process.argv[1] + n, () => ({ apiUrl: 'https://api.example.org', token: 'secret' }))
        await credentials.save('shared', (before) => ({ apiUrl: 'x', timeout: String(Number(before?.timeout ?? 0) + 1) }))
      }
      process.exit()
    })
  `
  const children = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
    spawn(process.execPath, ['--input-type=module', '-e', script, name], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, RAPPORT_CONFIG_DIR: folder },
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  const ends = children.map((child) => once(child, 'exit'))
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')))
  for (const { stdin } of children) stdin.write('go')
  expect(await Promise.all(ends)).toEqual(children.map(() => [0, null]))
  expect(open().names()).toHaveLength(31)
  expect(open().find('shared')?.timeout).toBe('30')
  expect(readdirSync(folder)).toEqual(['config.json'])
})

test.each([
  ['a process that is gone', `${hostname()} 999999999 x`, new Date()],
  ['a machine that was switched off', 'elsewhere 1 x', new Date(Date.now() - 60_000)],
  ['nobody that can be told', '', new Date(Date.now() - 60_000)],
])('a lock that was left behind by %s is taken over', async (_whose, text, date) => {
  mkdirSync(folder, { mode: 0o700 })
  const lock = join(folder, 'config.json.lock')
  writeFileSync(lock, text)
  utimesSync(lock, date, date)
  await Promise.all(['a', 'b', 'c'].map((name) => open().save(name, () => profile)))
  expect(open().names()).toHaveLength(3)
  expect(readdirSync(folder)).toEqual(['config.json'])
})

test.skipIf(!existsSync('/proc'))(
  'a folder that the system does not let anybody make is told, and not tried for ever',
  () => {
    const script = `
    import { openCredentials } from ${JSON.stringify(join(import.meta.dirname, 'credentials.ts'))}
    await openCredentials(process.env).use('default').catch(({ message }) => console.log(message))
  `
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, RAPPORT_CONFIG_DIR: '/proc/nowhere/rapport' },
      encoding: 'utf8',
      timeout: 10_000,
      killSignal: 'SIGKILL',
    })
    expect(said).toContain('/proc/nowhere/rapport/config.json could not be written')
  },
)

test('a process that is killed while it writes leaves the file whole', async () => {
  await open().save('default', () => profile)
  const script = `
    import { openCredentials } from ${JSON.stringify(join(import.meta.dirname, 'credentials.ts'))}
    const credentials = openCredentials(process.env)
    for (let n = 0; ; n += 1) await credentials.save('default', () => ({ apiUrl: 'https://api.example.org', token: 'x'.repeat(50_000) + n })).then(() => n === 0 && console.log('writing'))
  `
  for (const delay of [1, 5, 9, 14, 20]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, RAPPORT_CONFIG_DIR: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(child.stdout, 'data')
    setTimeout(() => child.kill('SIGKILL'), delay)
    await once(child, 'exit')
    expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toHaveProperty('profiles.default.token')
    expect(mode(join(folder, 'config.json'))).toBe('600')
  }
})
