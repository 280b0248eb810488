import { randomUUID } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import { EXTENSIONS } from '@rapport/core/api/operations.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { cleanup, render } from 'ink-testing-library'
import stringWidth from 'string-width'
import { afterEach, expect, test, vi } from 'vitest'
import { openProfileStore } from '#cli/config/profile-store.ts'
import { resolveTarget } from '#cli/config/target.ts'
import { createDeps } from '#cli/deps.ts'
import { allowColor } from '#cli/tui/color.ts'
import { ExplorerScreen } from '#cli/tui/explorer/explorer-screen.tsx'
import { ExplorerStore } from '#cli/tui/explorer/explorer-store.ts'
import type { ExplorerExit } from '#cli/tui/explorer/mode.ts'
import { BLUE_PNG, RED_PNG } from '../../../test/support/images.ts'
import { listProducts } from '../../../test/support/products.ts'
import { runAs, type SignedInServer } from '../../../test/support/run-as.ts'
import { API_URL, configFolder, runCli, createSystem } from '../../../test/support/run-cli.ts'
import { fileWith } from '../../../test/support/temporary-folder.ts'
import { explorerOptions } from './explorer.ts'

const servers: TestServer[] = []

afterEach(async () => {
  cleanup()
  vi.unstubAllEnvs()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const LEFT = '\u001B[D'
const RIGHT = '\u001B[C'
const UP = '\u001B[A'
const DOWN = '\u001B[B'
const END = '\u001B[F'
const ESCAPE = '\u001B'
const CLEAR_LINE = '\u0015'

async function serverWith(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options)
  servers.push(server)
  return { ...server, token: await server.signIn() }
}

interface OpenOptions {
  env?: NodeJS.ProcessEnv
  columns?: number
  rows?: number
  color?: boolean
  /** Observes, delays or handles the calls. */
  fetch?: (request: Request) => Promise<Response>
}

/** Opens the explorer as admin on a screen of 80 by 24. */
async function open(server: SignedInServer, options: OpenOptions = {}) {
  const { env = {}, columns = 80, rows = 24, color = false, fetch = server.fetch } = options
  const calls: string[] = []
  const system = createSystem({
    tty: true,
    env: { RAPPORT_TOKEN: server.token, ...env },
    server: {
      fetch(request) {
        const { pathname, search } = new URL(request.url)
        calls.push(`${request.method} ${pathname.replace('/api/admin/', '')}${search}`)
        return fetch(request)
      },
    },
  })
  const deps = createDeps(system, { input: true, color: false }, resolveTarget)
  const exits: ExplorerExit[] = []
  const deletions = { batch: randomUUID(), trashedCount: 0 }
  const explorer = new ExplorerStore(explorerOptions(deps, deletions), (exit) => exits.push(exit))
  allowColor(color)
  const screen = render(<ExplorerScreen explorer={explorer} color={color} suspend={() => Promise.resolve()} />)
  const resize = (width: number, height: number) => {
    Object.defineProperty(screen.stdout, 'columns', { value: width, configurable: true })
    Object.assign(screen.stdout, { rows: height })
    screen.stdout.emit('resize')
  }
  resize(columns, rows)
  const frame = () => stripVTControlCharacters(screen.lastFrame() ?? '')
  const waitFor = (expected: RegExp | string) =>
    vi.waitFor(() => expect(frame()).toMatch(expected), { timeout: 10_000, interval: 5 })
  return {
    calls,
    exits,
    batch: deletions.batch,
    frame,
    frames: screen.frames,
    resize,
    waitFor,
    /** Types keys and waits for their effect. */
    type: async (keys: string, expected: RegExp | string) => {
      screen.stdin.write(keys)
      await waitFor(expected)
    },
    write: (keys: string) => screen.stdin.write(keys),
    paste: (text: string) => screen.stdin.write(`\u001B[200~${text}\u001B[201~`),
  }
}

const manyUsers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    first_name: `User${index}`,
    last_name: null,
    email: `u${index}@example.org`,
  }))

async function addCategory(server: SignedInServer, name: string, image = RED_PNG): Promise<string> {
  const argv = ['categories', 'create', '--name', name, '--image', fileWith('picture.png', image), '--json']
  return String(JSON.parse((await runAs(server, argv)).stdout).id)
}

async function addProduct(server: SignedInServer, id: string, name: string, price = '9.99') {
  await runAs(server, ['products', 'create', '--product-id', id, '--name', name, '--price', price])
}

const categoryNames = async (server: SignedInServer): Promise<string[]> =>
  JSON.parse((await runAs(server, ['categories', 'list', '--json'])).stdout).map(
    ({ category_name }: { category_name: string }) => category_name,
  )

test('users are read page by page from a server with paging, and the target is always shown', async () => {
  const server = await serverWith({ users: manyUsers(30) })
  const { frame, type, waitFor, calls } = await open(server)
  await waitFor(/1–17 of 31 · page 1 of 2/)
  expect(frame()).toMatch(/^rapport · profile default · https:\/\/rapport\.test\n 0 Dashboard \[1 Users\] 2 Categories/)
  await type(RIGHT, /18–31 of 31 · page 2 of 2/)
  await type(LEFT, /1–17 of 31/)
  await type(END, /18–31 of 31/)
  expect(frame()).toMatch(/^› 31 /m)
  await type(UP, /^› 30 /m)
  await type('g', /^› 1 +Ada Admin/m)
  await type('j', /^› 2 /m)
  expect(calls.filter((call) => call.startsWith('GET users'))).toEqual(
    expect.arrayContaining(['GET users?page=1&page_size=17', 'GET users?page=2&page_size=17']),
  )
})

test('a search waits for a pause in the typing, asks once, and can be kept or cleared', async () => {
  const server = await serverWith({ users: [...manyUsers(5), { first_name: 'Éva', email: 'eva@example.org' }] })
  const { type, waitFor, write, calls } = await open(server)
  await waitFor(/of 7/)
  calls.length = 0
  write('/')
  for (const letter of 'eva') write(letter)
  await waitFor(/Search: eva\n(.*\n)› 7 +Éva/)
  expect(calls).toEqual(['GET users?search=eva&page=1&page_size=17'])
  await type('\u007F\u007F\u007Fnone', 'No users match.')
  await type('\r', /Search: none {2}\(Esc clears it\)/)
  await type(ESCAPE, /1–7 of 7/)
})

test('a server of the plain contract gets one request, and the search runs in memory', async () => {
  const server = await serverWith({ extensions: [], users: [...manyUsers(40), { first_name: 'Éva' }] })
  const { type, waitFor, calls } = await open(server)
  await waitFor(/1–17 of 42/)
  await type(RIGHT, /18–34 of 42/)
  await type('/EVA', /1–1 of 1/)
  await type(ESCAPE, /1–17 of 42/)
  expect(calls).toEqual(['GET get-settings', 'GET users'])
})

test('ignores a response that arrives after a newer one', async () => {
  const server = await serverWith({ users: manyUsers(3) })
  const releases: (() => void)[] = []
  const { type, waitFor, frame } = await open(server, {
    async fetch(request) {
      const response = await server.fetch(request)
      if (request.url.includes('search=User1')) await new Promise<void>((resolve) => releases.push(resolve))
      return response
    },
  })
  await waitFor(/of 4/)
  await type('/User1', 'Loading…')
  await vi.waitFor(() => expect(releases).toHaveLength(1), { interval: 5 })
  await type('\u007F2', /› 4 +User2/)
  for (const release of releases) release()
  await type('\r', 'Esc clears it')
  expect(frame()).toMatch(/› 4 +User2/)
})

test('each section has its own list, search and message for an empty list', async () => {
  const server = await serverWith()
  const { type, waitFor, frame } = await open(server)
  await waitFor(/of 1/)
  await type('2', 'No categories available.')
  await type('3', 'No positions available.')
  await type('4', 'No products available.')
  await addCategory(server, 'Trust')
  await addCategory(server, 'Nähe', BLUE_PNG)
  await type('2', /\[2 Categories\]/)
  await type('r', /of 2/)
  await type('/nahe\r', /1–1 of 1/)
  await type('\t', /\[3 Positions\]/)
  expect(frame()).not.toContain('Search')
  await type('\u001B[Z', /Search: nahe/)
  await type('/\u007F\u007F\u007F\u007Fxyz', 'No categories found matching your search.')
})

test('details show the whole record, escaped', async () => {
  const server = await serverWith()
  await addCategory(server, 'Trust')
  const tips = `First\u001B[2J line.\n${'word '.repeat(400)}the end`
  const image = fileWith('picture.png', RED_PNG)
  await runAs(server, [
    'positions',
    'create',
    '--category',
    'Trust',
    '--name',
    'Listen',
    '--image',
    image,
    '--tips',
    tips,
  ])
  const { type, waitFor, frame } = await open(server)
  await waitFor(/of 1/)
  await type('3', /› 1 +Trust +Listen/)
  await type('\r', /^TIPS +First\\u001b\[2J line\.$/m)
  expect(frame()).not.toContain('the end')
  await type(END, 'the end')
  await type('g', /^ID +1$/m)
  await type(ESCAPE, /› 1 +Trust/)
})

test('a name is edited in place and checked before it is sent', async () => {
  const server = await serverWith()
  const id = await addCategory(server, 'Trust')
  const { type, waitFor, calls } = await open(server)
  await waitFor(/of 1/)
  await type('2', /› 1 +Trust/)
  await type('e', new RegExp(`Edit category ${id}\n\n› Name {3}Trust`))
  await type(`${CLEAR_LINE}  \r`, 'Category name cannot be empty.')
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  await type(`${CLEAR_LINE}Truth`, /› Name {3}Truth/)
  await type('\u001B[H\u001B[3~\u001B[3~Br\r', `Updated category ${id}.`)
  await waitFor(/› 1 +Bruth/)
  expect(await categoryNames(server)).toEqual(['Bruth'])
})

test('keys that arrive at once save and delete once', async () => {
  const server = await serverWith()
  const id = await addCategory(server, 'Trust')
  const { type, waitFor, calls, batch } = await open(server)
  const writes = () => calls.filter((call) => !call.startsWith('GET'))
  await waitFor(/of 1/)
  await type('2', /› 1 +Trust/)
  await type('e', /Edit category/)
  await type('y\r\r', `Updated category ${id}.`)
  await waitFor(/› 1 +Trusty/)
  expect(writes()).toEqual(['POST category'])
  await type('d', /Are you sure/)
  await type('yy', `Deleted category ${id} (Trusty).`)
  await waitFor('No categories available.')
  expect(writes()).toEqual(['POST category', `DELETE category/${id}?batch=${batch}`])
})

test('an edited price keeps what someone else changed', async () => {
  const server = await serverWith()
  await addProduct(server, 'app_1m', 'Monthly')
  const { type, waitFor } = await open(server)
  await waitFor(/of 1/)
  await type('4', /› 1 +app_1m +Monthly +9\.99/)
  await type('e', /Name +Monthly\n {2}Price +9\.99/)
  await type(`${DOWN}${DOWN}${CLEAR_LINE}9,5\r`, 'Price: "9,5" is not a number such as 9.99.')
  await type(`${CLEAR_LINE}9.999\r`, 'Price: Price can have two decimal places at most.')
  await runAs(server, ['products', 'update', '1', '--name', 'Every month'])
  await type(`${CLEAR_LINE}12.5\r`, 'Updated product 1.')
  await waitFor(/› 1 +app_1m +Every month +12\.50/)
  expect(await listProducts(server)).toMatchObject([{ name: 'Every month', price: 12.5 }])
})

test('a price that changes by more than half is saved with a second Enter', async () => {
  const server = await serverWith()
  await addProduct(server, 'app_1m', 'Monthly')
  const { type, waitFor } = await open(server)
  await waitFor(/of 1/)
  await type('4', /› 1 +app_1m/)
  await type('e', /Price +9\.99/)
  await type(`${DOWN}${DOWN}${CLEAR_LINE}99.9\r`, 'A price changes by more than half: from 9.99 to 99.90.')
  expect(await listProducts(server)).toMatchObject([{ price: 9.99 }])
  await type('\r', 'Updated product 1.')
  expect(await listProducts(server)).toMatchObject([{ price: 99.9 }])
})

test('a field that someone else changed since the form was opened is refused', async () => {
  const server = await serverWith()
  await addProduct(server, 'app_1m', 'Monthly')
  const { type, waitFor } = await open(server)
  await waitFor(/of 1/)
  await type('4', /› 1 +app_1m/)
  await type('e', /Name +Monthly\n {2}Price +9\.99/)
  await runAs(server, ['products', 'update', '1', '--name', 'Theirs'])
  await type(`${DOWN}${CLEAR_LINE}Mine\r`, 'Changed by someone else: name. Nothing was saved.')
  expect(await listProducts(server)).toMatchObject([{ name: 'Theirs' }])
})

test('shows one command that restores everything deleted since it was opened', async () => {
  const server = await serverWith()
  for (const id of ['app_1m', 'app_1y']) await addProduct(server, id, id)
  const { type, batch, frame } = await open(server, { columns: 140 })
  await type('4', /of 2/)
  for (const name of ['app_1y', 'app_1m']) {
    await type('d', /Are you sure/)
    await type('y', new RegExp(`\\(${name}, .*Undo: rapport trash restore --batch ${batch}`))
    await vi.waitFor(() => expect(frame()).not.toMatch(new RegExp(`› \\d +${name}`)))
  }
  expect(await runAs(server, ['trash', 'restore', '--batch', batch])).toMatchObject({ code: 0 })
  expect(await listProducts(server)).toHaveLength(2)
})

test('the dashboard shows numbers and sign-ups, or its error', async () => {
  const server = await serverWith({ users: manyUsers(3) })
  let isDown = false
  const { type, waitFor, frame } = await open(server, {
    fetch: (request) => (isDown ? Promise.reject(new TypeError('fetch failed')) : server.fetch(request)),
  })
  await waitFor(/of 4/)
  await type('0', /Sign-ups, last 30 days: 4/)
  expect(frame()).toMatch(/\[0 Dashboard\] 1 Users/)
  expect(frame()).toMatch(/^Pro Users +1 +█+░+ +25%$/m)
  expect(frame()).toMatch(/█ *$/m)
  isDown = true
  await type('r', /r try again/)
  isDown = false
  await type('?', /^q, Ctrl-C +leave$/m)
  await type('0', /1–4 of 4/)
  await type('0', /Sign-ups/)
  await type('\t', /\[1 Users\]/)
})

test('shows every users column beside the pane at 160 columns', async () => {
  const email = 'alejandro.ivanova20@example.com'
  const server = await serverWith({
    users: [{ first_name: 'Alejandro', last_name: 'Ivanova', email, gender: 'non-binary' }],
  })
  const { frame, waitFor } = await open(server, { columns: 160, rows: 50 })
  await waitFor(/of 2/)
  expect(frame()).toMatch(/^ +ID +NAME +JOINED +EMAIL +AGE +GENDER +STATUS +ROLE +│ ID/m)
})

test('a list is sorted and filtered by a menu, and Esc shows all again', async () => {
  const server = await serverWith({ users: [...manyUsers(2), { first_name: 'Zoe', status: 'inactive' }] })
  const { type, waitFor, calls } = await open(server)
  await waitFor(/of 4/)
  await type('s', /Sort by\n› Default order\n {2}ID/)
  await type('jj', /› ID, descending/)
  await type('\r', /Sort: ID, descending\n(.*\n)› 4 +Zoe/)
  await type('f', /› All/)
  await type('jj', /› Status: inactive/)
  await type('\r', /Status: inactive {2}Sort: ID, descending {2}\(Esc clears it\)/)
  await waitFor(/1–1 of 1/)
  expect(calls.at(-1)).toBe('GET users?sort=-id&status=inactive&page=1&page_size=17')
  await type(ESCAPE, /1–4 of 4/)
})

test('a catalogue is sorted and filtered in memory', async () => {
  const server = await serverWith()
  await addProduct(server, 'app_1m', 'Monthly', '9.99')
  await addProduct(server, 'app_1y', 'Yearly', '10')
  await runAs(server, ['products', 'update', '2', '--billing-cycle', 'yearly'])
  const { type, waitFor, calls } = await open(server)
  await waitFor(/of 1/)
  await type('4', /› 2 +app_1y/)
  await type('s', /Sort by/)
  await type('jjjjjjj', /› Price$/m)
  await type('\r', /› 1 +app_1m/)
  await type('f', /Billing: monthly/)
  await type('G', /› Billing: /)
  await type('\r', /1–1 of 1/)
  expect(calls.filter((call) => call === 'GET subscription-products')).toHaveLength(1)
})

test('a position is created and edited with every field', async () => {
  const server = await serverWith()
  await addCategory(server, 'Trust')
  await addCategory(server, 'Nearness', BLUE_PNG)
  const { type, waitFor, write, paste } = await open(server)
  await waitFor(/of 1/)
  await type('3', 'No positions available.')
  await type('c', /Create position\n\n› Category/)
  await type('trust\tListen\t', /› Benefits/)
  paste('Being\nheard')
  await waitFor('Being↵heard')
  const texts = Object.values(positionEntity.fields).filter(({ type: kind }) => kind === 'text')
  write('\t'.repeat(texts.length - 1))
  await type('\t', /› Image/)
  await type(`${fileWith('picture.png', RED_PNG)}\r`, 'Created position 1.')
  await waitFor(/› 1 +Trust +Listen +Being heard/)
  await type('e', /› Category +Trust/)
  await type(`${CLEAR_LINE}nearness\r`, 'Updated position 1.')
  const { stdout } = await runAs(server, ['positions', 'list', '--json'])
  expect(JSON.parse(stdout)).toMatchObject([{ subcategory_name: 'Listen', benefits: 'Being\nheard', category_id: 2 }])
})

test('arrows choose among the values of a field', async () => {
  const server = await serverWith()
  await addProduct(server, 'app_1m', 'Monthly')
  const { type, waitFor } = await open(server)
  await waitFor(/of 1/)
  await type('4', /› 1 +app_1m/)
  await type('e', /Edit product/)
  await type('\t\t\t\t', /› Billing +‹ monthly ›/)
  await type(RIGHT, /‹ yearly ›/)
  await type('\r', 'Updated product 1.')
  expect(await listProducts(server)).toMatchObject([{ billing_cycle: 'yearly', price: 9.99 }])
})

test('from 100 columns on the selected record is shown beside the list, in colours', async () => {
  const server = await serverWith({ users: manyUsers(3) })
  const { waitFor, frame, resize, type } = await open(server, { color: true })
  await waitFor(/of 4/)
  expect(frame()).not.toContain('│')
  resize(100, 24)
  await waitFor(/│ ID +1\b/)
  await type(DOWN, /│ ID +2\b/)
  for (const line of frame().split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(100)
})

test('users cannot be edited, and an edit without a change makes no call', async () => {
  const server = await serverWith()
  await addCategory(server, 'Trust')
  const { type, waitFor, calls } = await open(server)
  await waitFor(/of 1/)
  await type('e', 'Users cannot be created or edited.')
  await type('2', /› 1 +Trust/)
  await type('e', /Edit category/)
  await type('\r', 'Nothing was changed.')
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
})

test.each(['\r', 'n', ESCAPE])('takes %j as no when it asks before a deletion', async (key) => {
  const server = await serverWith({ users: manyUsers(2) })
  const { type, waitFor, calls } = await open(server)
  await waitFor(/of 3/)
  await type(DOWN, /› 2 /)
  await type('d', `Delete user 2 on ${API_URL} (profile default):`)
  await waitFor(/ {2}User0, u0@example\.org\n\nAre you sure you want to delete this user\? \(y\/N\)/)
  await type(key, 'Nothing was deleted.')
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
})

test('y deletes, and keys typed ahead do not answer the question', async () => {
  const server = await serverWith({ users: manyUsers(20) })
  const { type, waitFor, write, paste, calls, batch } = await open(server)
  await waitFor(/of 21/)
  await type(END, /› 21 /)
  paste('dy')
  write('x')
  await type('dyyy', /Are you sure/)
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  await type('y', 'Deleted user 21 (User19, u19@example.org).')
  await waitFor(/› 20 /)
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([`DELETE users/21?batch=${batch}`])
})

test.each([
  ['with a trash', EXTENSIONS, false],
  ['without a trash', [], true],
])('says before a deletion whether it can be undone, on a server %s', async (_, extensions, isFinal) => {
  const server = await serverWith({ users: manyUsers(1), extensions })
  const { type, waitFor, frame } = await open(server)
  await waitFor(/of 2/)
  await type(DOWN, /› 2 /)
  await type('d', /Are you sure/)
  expect(frame().includes('This cannot be undone.')).toBe(isFinal)
  await type('y', /✔ Deleted user 2/)
})

test('reports a refused deletion, and the deletion of a record that is already gone', async () => {
  const server = await serverWith({ users: manyUsers(1) })
  const { type, waitFor, calls } = await open(server)
  await waitFor(/of 2/)
  await type('d', /Delete user 1 on[^]*Are you sure/)
  await type('y', /^✘ You can.*(yourself|own account)/im)
  await type(DOWN, /› 2 /)
  await runAs(server, ['users', 'delete', '2', '--yes'])
  await type('d', /Delete user 2 on[^]*Are you sure/)
  await type('y', 'Users: 2 was already gone.')
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([
    expect.stringContaining('DELETE users/1?batch='),
    expect.stringContaining('DELETE users/2?batch='),
  ])
})

test('keeps what was typed while the admin signs in again', async () => {
  const server = await serverWith()
  await addCategory(server, 'Trust')
  const { type, waitFor, write } = await open(server, { env: { RAPPORT_TOKEN: '' } })
  const { email, password } = server.admin
  await waitFor(/Sign in\n\n› Email/)
  await type(`${email}\r${password}`, `› Password  ${'•'.repeat(password.length)}`)
  await type('\r', `Signed in as ${email}.`)
  await type('2', /› 1 +Trust/)
  await type('e', /Edit category/)
  await server.database.db.deleteFrom('sessions').execute()
  await type(' in two\r', new RegExp(`Sign in\n\n {2}Email {5}${email}\n› Password`))
  await type('wrong\r', 'Check the email address and the password.')
  write(CLEAR_LINE)
  await type(`${password}\r`, /› Name {3}Trust in two/)
  await type('\r', 'Updated category 1.')
  expect(await categoryNames({ ...server, token: await server.signIn() })).toEqual(['Trust in two'])
})

test('reports a profile that is signed in elsewhere before it asks for a password', async () => {
  const server = await serverWith()
  const RAPPORT_CONFIG_DIR = configFolder()
  const profiles = openProfileStore({ RAPPORT_CONFIG_DIR })
  await profiles.save('default', () => ({ apiUrl: 'https://elsewhere.test', token: 'secret' }))
  const { waitFor, frame, type, calls } = await open(server, { env: { RAPPORT_TOKEN: '', RAPPORT_CONFIG_DIR } })
  await waitFor('The session of profile default is for https://elsewhere.test.')
  await type('?', 'another section')
  await type('x', 'rapport login --profile NAME')
  expect(frame()).not.toContain('Password')
  expect(calls).toEqual([])
})

test('reports a refused RAPPORT_TOKEN, and does not offer to sign in', async () => {
  const server = await serverWith()
  const { type, waitFor, frame, write } = await open(server, { env: { RAPPORT_TOKEN: 'expired' } })
  await waitFor('The server refused the token in RAPPORT_TOKEN')
  write('l')
  await type('?', 'another section')
  await type('x', 'r try again')
  expect(frame()).not.toContain('Password')
})

test('shows a network error with the next step, and r retries', async () => {
  const server = await serverWith({ users: manyUsers(2) })
  let isDown = true
  const { type, waitFor, frame } = await open(server, {
    fetch: (request) => (isDown ? Promise.reject(new TypeError('fetch failed')) : server.fetch(request)),
  })
  await waitFor(/An error occurred while fetching/)
  expect(frame()).toMatch(/The connection to https:\/\/rapport\.test broke\. Try again\.[^]*r try again/)
  isDown = false
  await type('r', /1–3 of 3/)
})

test('control characters in records neither reach the terminal nor break the frame', async () => {
  const controlCharacters = '\u001B]52;c;aGk=\u0007\u202E\u0085\r\n'
  const wideText = '漢字'.repeat(40)
  const server = await serverWith({
    users: [{ first_name: controlCharacters }, { first_name: wideText }, { first_name: '👩‍👩‍👧 e\u0301'.repeat(30) }],
  })
  await addProduct(server, 'wide', wideText.slice(0, 60))
  const { type, waitFor, frames } = await open(server)
  await waitFor(/of 4/)
  expect(frames.at(-1)).toContain('\\u001b]52;c;aGk=\\u0007\\u202')
  await type(DOWN, /^› 2 /m)
  await type('d', /Are you sure/)
  await type('n', /Nothing/)
  await type('\r', /^NAME/m)
  await type(ESCAPE, /^› 2/m)
  await type('4', /› 1 +wide/)
  await type('e', /Edit product/)
  for (const frame of frames.slice(2)) {
    const lines = frame.split('\n')
    expect(lines).toHaveLength(24)
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(80)
    // Ignores Ink's own styles (CSI … m).
    expect(frame.replaceAll(`${ESCAPE}[`, '')).not.toMatch(/[^\P{Cc}\n]|\u202E/u)
  }
})

test('fits the terminal, and ignores keys while it is too small', async () => {
  const server = await serverWith({ users: manyUsers(50) })
  const { type, waitFor, frame, resize, write, calls } = await open(server)
  await waitFor(/1–17 of 51/)
  resize(120, 40)
  await waitFor(/1–33 of 51/)
  expect(frame().split('\n')).toHaveLength(40)
  await type(END, /› 51/)
  resize(60, 15)
  await waitFor(/49–51 of 51 · page 7 of 7/)
  expect(frame().split('\n')).toHaveLength(15)
  resize(59, 15)
  await waitFor('This terminal has 59 columns and 15 rows. Please make')
  for (const key of 'dy') write(key)
  resize(80, 24)
  await waitFor(/› 51/)
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
})

test('a screen reader gets the selected record as text', async () => {
  vi.stubEnv('INK_SCREEN_READER', 'true')
  const server = await serverWith({ users: manyUsers(3) })
  const { type, waitFor, frame } = await open(server)
  await waitFor('1 of 4: ID 1, NAME Ada Admin')
  expect(frame()).not.toContain('›')
  await type('j', '2 of 4: ID 2, NAME User0')
  await type('d', /Delete user 2 on https:\/\/rapport\.test \(profile default\):\n *User0, u0@example\.org/)
  await type('n', 'Nothing was deleted.')
})

test.each([
  ['q', { code: 0, stderr: '' }],
  [ESCAPE, { code: 0, stderr: '' }],
  ['\u0003', { code: 130, stderr: '' }],
])('rapport without arguments opens it on a terminal, and %j leaves it', async (key, ending) => {
  const server = await serverWith()
  const answers = [[/› 1/, key]] as const
  const result = await runCli([], { tty: true, server, env: { RAPPORT_TOKEN: server.token }, answers })
  expect(result).toMatchObject({ ...ending, raw: false })
  for (const screen of ['[?1049h', '[?1049l']) expect(result.stdout).toContain(ESCAPE + screen)
})

test('a signal ends it like Ctrl-C', async () => {
  const server = await serverWith()
  const stop = new AbortController()
  const fetch = (request: Request) => {
    if (request.url.includes('users')) stop.abort()
    return server.fetch(request)
  }
  const options = { tty: true, server: { fetch }, env: { RAPPORT_TOKEN: server.token }, signal: stop.signal }
  expect(await runCli([], options)).toMatchObject({ code: 130, raw: false })
})

test.each([
  [[], { isStdoutPiped: true }],
  [['--no-input'], {}],
  [['--output', 'table'], {}],
  [['--fields', 'id'], {}],
  [[], { env: { TERM: 'dumb' } }],
])('%j prints help and exits with 2, given %j', async (argv, options) => {
  const { code, stdout, stderr } = await runCli(argv, { tty: true, ...options })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('Usage: rapport')
})
