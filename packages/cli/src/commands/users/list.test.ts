import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { readCsv } from '@rapport/core/text/read-csv.ts'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli, type RunOptions } from '../../../test/support/run-cli.ts'

type User = Schemas['User']

const now = new Date(2026, 10, 21, 15, 30)
const day = (date: number, hours = 12) => new Date(2026, 10, date, hours).toISOString()
const people: Partial<User>[] = [
  {
    first_name: 'Éva',
    last_name: 'Kovács',
    email: 'eva@example.org',
    age: 31,
    gender: 'female',
    profile_completed: true,
    joined_date: day(21),
  },
  { first_name: 'Bruno', last_name: 'Meyer', email: 'bruno@example.org', status: 'inactive', joined_date: day(20, 0) },
  { first_name: null, last_name: null, email: 'nameless@example.com', joined_date: null },
  { first_name: '\u001B[2J\u202Eevil', last_name: '=cmd()', email: 'x@example.com', joined_date: day(1) },
]

let servers: Record<'paging' | 'plain', TestServer>
let tokens: Record<'paging' | 'plain', string>
beforeAll(async () => {
  const admin = { joined_date: day(2) }
  const start = async (extensions: { extensions?: [] }) =>
    startTestServer({ ...extensions, users: people, clock: () => new Date(admin.joined_date) })
  servers = { paging: await start({}), plain: await start({ extensions: [] }) }
  tokens = { paging: await servers.paging.signIn(), plain: await servers.plain.signIn() }
})
afterAll(() => Promise.all(Object.values(servers).map((server) => server.close())))

async function list(kind: keyof typeof servers, argv: readonly string[], options: RunOptions = {}) {
  const server = servers[kind]
  const env = { RAPPORT_TOKEN: tokens[kind], ...options.env }
  return runCli(['users', 'list', ...argv], { server, now, ...options, env })
}
const emails = (stdout: string) => JSON.parse(stdout).map(({ email }: User) => email)

test.each([
  {
    argv: [],
    found: ['admin@example.com', 'eva@example.org', 'bruno@example.org', 'nameless@example.com', 'x@example.com'],
  },
  { argv: ['--search', 'KOVACS'], found: ['eva@example.org'] },
  { argv: ['--search', '@example.org'], found: ['eva@example.org', 'bruno@example.org'] },
  { argv: ['--from', 'today'], found: ['eva@example.org'] },
  { argv: ['--from', 'yesterday', '--to', 'yesterday'], found: ['bruno@example.org'] },
  { argv: ['--from', '2026-11-20', '--to', '2026-11-21'], found: ['eva@example.org', 'bruno@example.org'] },
  { argv: ['--to', '2026-11-01', '--role', 'user'], found: ['x@example.com'] },
  { argv: ['--to', '7d', '--sort', '-joined_date', '--limit', '1'], found: ['admin@example.com'] },
  { argv: ['--status', 'inactive'], found: ['bruno@example.org'] },
  { argv: ['--status', 'not-active'], found: ['bruno@example.org'] },
  { argv: ['--status', 'inactive,not-set', '--status', 'pending'], found: ['bruno@example.org'] },
  { argv: ['--gender', 'Female'], found: ['eva@example.org'] },
  { argv: ['--gender', 'not-set', '--role', 'user', '--status', 'inactive'], found: ['bruno@example.org'] },
  { argv: ['--age-from', '31', '--age-to', '31'], found: ['eva@example.org'] },
  { argv: ['--age-to', '15', '--age-not-set', '--search', 'bruno'], found: ['bruno@example.org'] },
  { argv: ['--profile-completed', 'yes'], found: ['eva@example.org'] },
  { argv: ['--profile-completed', 'no', '--from', 'yesterday'], found: ['bruno@example.org'] },
  { argv: ['--role', 'admin'], found: ['admin@example.com'] },
  { argv: ['--sort', '-joined_date', '--limit', '2'], found: ['eva@example.org', 'bruno@example.org'] },
  { argv: ['--search', 'no such user'], found: [] },
])('$argv finds the same with and without paging', async ({ argv, found }) => {
  for (const kind of ['paging', 'plain'] as const) {
    const { code, stdout } = await list(kind, ['--json', ...argv])
    expect({ kind, code, found: emails(stdout) }).toEqual({ kind, code: 0, found })
  }
})

test.each([
  { argv: ['--status', 'INACTIVE'], found: ['bruno@example.org'], expectedStderr: '' },
  { argv: ['--role', 'Admin'], found: ['admin@example.com'], expectedStderr: '' },
  { argv: ['--role', 'Admin', '--status', 'inactive'], found: [], expectedStderr: 'No users match.\n' },
  {
    argv: ['--status', 'pending', '--role', 'ADMIN'],
    found: [],
    expectedStderr: 'No users match.\nNo user has the status "pending". Statuses here: active, inactive.\n',
  },
  {
    argv: ['--status', 'Inactive,suspendid'],
    found: ['bruno@example.org'],
    expectedStderr: '',
  },
  {
    argv: ['--gender', 'femal', '--status', 'active'],
    found: [],
    expectedStderr:
      'No users match.\nNo match of the other filters has the gender "femal". Genders here: female, not-set.\n',
  },
  { argv: ['--gender', 'female', '--search', 'nobody'], found: [], expectedStderr: 'No users match.\n' },
  {
    argv: ['--role', 'pro'],
    found: [],
    expectedStderr: 'No users match.\nNo user has the role "pro". Roles here: admin, user.\n',
  },
])(
  '$argv ignores letter case, and lists the values there are if none matches',
  async ({ argv, found, expectedStderr }) => {
    for (const kind of ['paging', 'plain'] as const) {
      const { code, stdout, stderr } = await list(kind, ['--json', ...argv])
      expect({ kind, code, found: emails(stdout) }).toEqual({ kind, code: 0, found })
      expect(found.length > 0 ? '' : stderr).toBe(expectedStderr)
    }
  },
)

test('prints a list of several pages as one document', async () => {
  await using server = await startTestServer()
  for (let index = 0; index < 1010; index += 1) await server.addUser({ first_name: `User ${index}`, role: 'user' })
  const { stdout } = await runCli(['users', 'list', '--json', '--role', 'user'], {
    server,
    env: { RAPPORT_TOKEN: await server.signIn() },
  })
  expect(new Set(emails(stdout).length === 1010 ? JSON.parse(stdout).map(({ id }: User) => id) : [])).toHaveProperty(
    'size',
    1010,
  )
})

test("prints the API's records as JSON, compact in a pipe and indented on a terminal", async () => {
  const { stdout } = await list('paging', ['--search', 'Kovács', '--json'])
  expect(stdout.trimEnd()).not.toContain('\n')
  const [user] = JSON.parse(stdout)
  expect(Object.keys(user)).toEqual(expect.arrayContaining(['id', 'first_name', 'profile_completed']))
  const onTerminal = await list('paging', ['--search', 'Kovács', '--json'], { tty: true })
  expect(onTerminal.stdout).toContain('\n')
  expect(JSON.parse(onTerminal.stdout)).toEqual([user])
})

test('control characters are escaped on a terminal; JSON and CSV in a pipe are exact', async () => {
  for (const argv of [[], ['--json'], ['--output', 'csv'], ['--output', 'ndjson']]) {
    const { stdout } = await list('paging', argv, { tty: true, env: { NO_COLOR: '1' } })
    expect(stdout).not.toMatch(/(?!\n)\p{Cc}|\u202E/u)
  }
  const json = JSON.parse((await list('paging', ['--search', 'evil', '--json'])).stdout)
  expect(json[0].first_name).toBe(people[3]?.first_name)
  const [names = [], cells = []] = readCsv((await list('paging', ['--search', 'evil', '--output', 'csv'])).stdout)
  expect(cells[names.indexOf('first_name')]).toBe(people[3]?.first_name)
  expect(cells[names.indexOf('last_name')]).toBe('=cmd()')
})

test('the table joins names, shows local days and Not Set for what is missing', async () => {
  const { stdout, stderr } = await list('paging', ['--search', 'example.org'])
  expect(stdout).toMatch(/^ID +NAME +JOINED +EMAIL +AGE +GENDER +STATUS +ROLE\n/)
  expect(stdout).toMatch(/\n\d+ +Éva Kovács +2026-11-21 +eva@example\.org +31 +female +active +user\n/)
  expect(stdout).toMatch(/Bruno Meyer +2026-11-20 +bruno@example\.org +Not Set +Not Set +inactive/)
  expect(stdout).not.toContain('\u001B')
  expect(stderr).toBe('2 users\n')
})

test('prints colours and fitting lines on a terminal, and no colours with --no-color', async () => {
  const { stdout } = await list('paging', [], { tty: true, columns: 60 })
  expect(stdout).toContain('\u001B[32mactive')
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    expect((await list('paging', [], { tty: true, env })).stdout).not.toContain('\u001B')
  }
  const plain = (await list('paging', ['--no-color'], { tty: true, columns: 60 })).stdout
  for (const line of plain.split('\n')) expect(line.length).toBeLessThanOrEqual(60)
  const unknown = (await list('paging', ['--no-color'], { tty: true, columns: 0 })).stdout
  expect(unknown).toContain('admin@example.com')
})

test('a narrow terminal drops columns, and one of 80 columns keeps email addresses whole', async () => {
  const tableAt = async (columns: number) => (await list('paging', ['--no-color'], { tty: true, columns })).stdout
  expect(await tableAt(120)).toMatch(/^ID +NAME +JOINED +EMAIL +AGE +GENDER +STATUS +ROLE\n/)
  expect(await tableAt(80)).toMatch(/^ID +NAME +(JOINED +)?EMAIL +(AGE +)?STATUS +ROLE\n/)
  expect(await tableAt(60)).toMatch(/^ID +NAME +EMAIL +STATUS +ROLE\n/)
  for (const width of [120, 80]) {
    for (const { email } of people) expect(await tableAt(width)).toContain(` ${email} `)
  }
  const chosen = ['--fields', 'id,gender,age,email,first_name,last_name', '--no-color']
  const { stdout } = await list('paging', chosen, { tty: true, columns: 40 })
  expect(stdout).toMatch(/^ID +GENDER +AGE +EMAIL +FIRST\S+ +LAST\S+\n/)
})

test('--fields selects columns in every format, and an unknown one lists the known', async () => {
  const outputOf = async (...argv: string[]) =>
    (await list('paging', ['--search', 'bruno', '--fields', 'email,status', ...argv])).stdout
  expect(await outputOf('--json')).toBe('[{"email":"bruno@example.org","status":"inactive"}]\n')
  expect(await outputOf('--output', 'ndjson')).toBe('{"email":"bruno@example.org","status":"inactive"}\n')
  expect(await outputOf('--output', 'csv')).toBe('email,status\r\nbruno@example.org,inactive\r\n')
  expect(await outputOf()).toBe('EMAIL              STATUS\nbruno@example.org  inactive\n')
  const unknownField = await list('paging', ['--fields', 'id,mail', '--json'])
  expect(unknownField).toMatchObject({ code: 2, stdout: '' })
  expect(JSON.parse(unknownField.stderr).error).toMatchObject({
    code: 'unknown_field',
    message: 'There is no field mail.',
  })
})

test.each(['paging', 'plain'] as const)('get finds a user by id or email address, with %s', async (kind) => {
  const get = (...argv: string[]) =>
    runCli(['users', 'get', ...argv], { server: servers[kind], env: { RAPPORT_TOKEN: tokens[kind] } })
  const { stdout } = await get('EVA@example.org', '--json')
  const { id, email } = JSON.parse(stdout)
  expect(email).toBe('eva@example.org')
  expect((await get(String(id))).stdout).toMatch(/^EMAIL +eva@example\.org$/m)
  expect(await get('example.org')).toMatchObject({ code: 3, stdout: '' })
})

test('an empty result exits with 0, an empty document and a line on stderr', async () => {
  expect(await list('paging', ['--search', 'no such user'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'No users match.\n',
  })
  expect(await list('plain', ['--search', 'no such user', '--json'])).toMatchObject({ code: 0, stdout: '[]\n' })
  const csv = await list('plain', ['--search', 'no such user', '--output', 'csv', '--quiet'])
  expect(csv.stdout.split('\r\n')).toEqual([expect.stringMatching(/^id,first_name/), ''])
  expect(csv.stderr).toBe('')
})

test.each([
  [['--from', 'tomorrow'], '"tomorrow" is not a date.'],
  [['--from', 'today', '--to', 'yesterday'], '--from today is after --to yesterday.'],
  [['--sort', 'nmae'], 'Choose from id, name'],
  [['--limit', '0'], 'Use a whole number of at least 1.'],
  // An unset variable in a script must not mean all users or the default profile.
  [['--status', ''], 'The value cannot be empty.'],
  [['--gender', 'female,'], 'The value cannot be empty.'],
  [['--age-from', '151'], 'Give an age from 0 to 150.'],
  [['--age-from', '40', '--age-to', '20'], '--age-from 40 is more than --age-to 20.'],
  [['--profile-completed', 'maybe'], 'Allowed choices are yes, no.'],
  [['--role', ' '], 'The value cannot be empty.'],
  [['--search', ''], 'The value cannot be empty.'],
  [['--from', ''], '"" is not a date.'],
  [['--profile', ''], 'The value cannot be empty.'],
  [['--api-url', ''], 'The value cannot be empty.'],
  [['--output', 'xml'], 'Allowed choices are table, json, ndjson, csv, yaml, markdown.'],
  [['--timeout', 'soon'], 'Use seconds, up to 3600.'],
  [['--serach', 'x'], '(Did you mean --search?)'],
  [['extra'], 'too many arguments'],
])('%j is a usage error', async (argv, message) => {
  const { code, stdout, stderr } = await list('paging', argv)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
})

test('--debug logs calls without secrets', async () => {
  const token = await servers.paging.signIn()
  const { stderr } = await list('paging', ['--role', 'admin', '--debug', '--quiet'], { env: { RAPPORT_TOKEN: token } })
  expect(stderr).toMatch(/^debug: GET https:\/\/rapport\.test\/api\/admin\/get-settings 200 \d+ ms\n/)
  expect(stderr).not.toContain(token)
})

test('explains a long wait', async () => {
  const waiting = () => {
    let calls = 0
    const fetch = (request: Request) => {
      calls += 1
      if (calls > 2) return servers.plain.fetch(request)
      if (calls > 1) return Promise.reject(new DOMException('slow', 'TimeoutError'))
      return Promise.resolve(
        Response.json({ code: 429, message: 'Slow.' }, { status: 429, headers: { 'Retry-After': '10' } }),
      )
    }
    return { server: { fetch } }
  }
  const listed = await list('plain', [], { ...waiting(), tty: true })
  expect(listed.stderr).toBe(
    'Slow. Trying again in 10 seconds.\nThe server did not respond in time. Trying again.\n5 users\n',
  )
  for (const argv of [['--json'], ['--output', 'csv']]) {
    const stderr = 'Slow. Trying again in 10 seconds.\n5 users\n'
    expect(await list('plain', argv, waiting())).toMatchObject({ code: 0, stderr })
  }
  expect(await list('plain', ['--quiet'], { ...waiting(), tty: true })).toMatchObject({ code: 0, stderr: '' })
})
