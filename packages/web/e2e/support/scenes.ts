import { Buffer } from 'node:buffer'
import type { Locator, Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { pngFile } from '../src/testing/image-files.ts'

interface Options {
  /** Whether the scene is a screen as it is first seen, without failures. */
  isScreen?: boolean
  /** Whether the scene opens without a session. */
  isPublic?: boolean
  /** URL pattern of the calls that fail. */
  failing?: string
  /** Response data by URL pattern, replacing that of the demo server. */
  given?: Record<string, unknown>
  /** Window widths in pixels at which the scene exists; all if undefined. */
  widths?: readonly number[]
  /** Whether the picture shows the full page instead of the first window. */
  isWhole?: boolean
}

type Step = (page: Page) => Promise<unknown>

/** A state of the console, for pictures and checks. */
export interface Scene extends Options {
  name: string
  path: string
  /** Brings the opened page into the state, and waits for it. */
  ready: Step
}

/** Installs the failing calls and replaced responses of a scene. */
export async function prepare(page: Page, { failing, given = {} }: Scene): Promise<void> {
  if (failing !== undefined) await page.route(failing, fail)
  for (const [calls, data] of Object.entries(given)) {
    await page.route(calls, (route) => route.fulfill({ json: { code: 200, message: '', data } }))
  }
}

const fail = (route: Route) => route.fulfill({ status: 500, json: { code: 500, message: '', data: null } })

const scene = (name: string, path: string, steps: readonly Step[], options: Options = {}): Scene => ({
  name,
  path,
  ...options,
  ready: async (page) => {
    for (const step of steps) await step(page)
  },
})

type Role = Parameters<Page['getByRole']>[0]
type Name = string | RegExp

const button = (scope: Page | Locator, name: Name) => scope.getByRole('button', { name, exact: true }).first()

const said = (text: Name) => (page: Page) => page.getByText(text).first().waitFor()

const labelled = (label: string) => (page: Page) => page.getByLabel(label).waitFor()

const shown = (role: Role, name: Name) => (page: Page) => page.getByRole(role, { name }).first().waitFor()

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()

const click = (role: Role, name: Name) => (page: Page) => page.getByRole(role, { name }).first().click()

const clickButton = (name: Name, within?: Role) => (page: Page) =>
  button(within === undefined ? page : page.getByRole(within), name).click()

/** Presses a button that narrow windows may lack. */
const pressOr = (name: Name, otherwise?: Step) => async (page: Page) =>
  (await button(page, name).isVisible()) ? button(page, name).click() : otherwise?.(page)

const checkboxes = (page: Page, name: Name) => page.getByRole('checkbox', { name })

const check = (name: Name) => (page: Page) => checkboxes(page, name).first().check()

const select = (nth: number) => (page: Page) =>
  checkboxes(page, /^Select /)
    .nth(nth)
    .check()

const fill = (label: Name, text: string) => (page: Page) => page.getByLabel(label, { exact: true }).fill(text)

const pressKey = (keys: string) => (page: Page) => page.keyboard.press(keys)

const search = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search screens/ }).fill(text)
}

const keepOwn = (field: string) => (page: Page) =>
  page.getByRole('group', { name: field }).getByRole('radio', { name: 'Yours' }).check()

/** Chooses a landscape as the image of a form. */
const choosePhoto = (width: number, height: number) => async (page: Page) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" preserveAspectRatio="xMidYMid slice"
    width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#4b3a86"/><stop offset=".6" stop-color="#f08a74"/><stop offset="1" stop-color="#f9d9a8"/>
    </linearGradient></defs>
    <rect width="600" height="600" fill="url(#sky)"/><circle cx="410" cy="330" r="58" fill="#ffe9c4"/>
    <path d="M0 420q150-110 300-20t300-40v240H0z" fill="#6b4a8f"/>
    <path d="M0 500q180-90 330-10t270-30v140H0z" fill="#3d2c63"/></svg>`
  const buffer = await sharp(Buffer.from(svg)).png().toBuffer()
  await page.getByLabel('Photo').setInputFiles({ name: 'evening.png', mimeType: 'image/png', buffer })
}

/** Makes saves of the first position fail with a conflict: another admin saved other tips and another image. */
async function changeConflict(page: Page): Promise<void> {
  await page.route('**/api/admin/subcategory', (route) => route.fulfill({ status: 412, json: { code: 412 } }))
  await page.route('**/api/admin/subcategories', (route) =>
    respondWith(route, (saved) => {
      const sub_cat_image = saved.find((one) => one['id'] !== 1)?.['sub_cat_image']
      return saved.map((one) => (one['id'] === 1 ? { ...one, tips: 'Ask before you begin.', sub_cat_image } : one))
    }),
  )
}

async function deletePending(page: Page): Promise<void> {
  // Phones show the status in the details only.
  const row = page.getByRole('row', { name: /Pending/ }).first()
  const inRow = row.getByRole('button', { name: /^Delete / })
  if (await inRow.isVisible()) return inRow.click()
  await row.click()
  await page.getByRole('button', { name: 'Delete user' }).click()
}

const uses = { created_at: '2026-02-27T08:15:00Z', last_used_at: '2026-03-02T17:42:00Z' }

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const DELETED = [
  ['category', 'Trust'],
  ['position', 'Side by Side'],
  ['product', 'Gold'],
  ['user', 'Noor Haddad'],
  ['position', 'An Evening Walk'],
  ['position', 'The Open Question'],
  ['category', 'Letters'],
  ['user', 'Tomás Ferreira'],
  ['product', 'Silver, weekly'],
  ['position', 'Three Good Things'],
  ['user', 'Ingrid Olsen'],
  ['category', 'Rituals'],
] as const
const deleted = DELETED.map(([entity, name], index) => ({
  id: index + 1,
  entity,
  record_id: index + 1,
  name,
  batch: null,
  deleted_at: new Date(Date.now() - index * 1.7 * DAY).toISOString(),
  deleted_by: 1,
  deleted_by_name: 'Ada Admin',
  purge_at: new Date(Date.now() + (30 - index * 1.7) * DAY).toISOString(),
}))
const inTrash = (items: readonly object[], total = items.length) => ({ '**/api/admin/trash?*': { items, total } })

/** Responds with these events, `hours` apart, by the first admin unless they say otherwise. */
const events = (hours: number, listed: readonly object[]) => ({
  '**/api/admin/history*': {
    next: null,
    events: listed.map((event, index) => ({
      id: listed.length - index,
      at: new Date(Date.now() - index * hours * HOUR).toISOString(),
      actor: 'admin',
      actor_id: 1,
      actor_name: 'Ada Admin',
      entity: null,
      record_id: null,
      ip: '192.0.2.7',
      detail: null,
      changes: null,
      ...event,
    })),
  },
})
const FIRST_CATEGORY = { entity: 'category', record_id: 1 }
const RENAMED = [{ field: 'category_name', before: 'First Talks', after: 'First Conversations' }]
const NAMED = [{ field: 'category_name', before: null, after: 'First Talks' }]
const CREATED = [
  { field: 'subcategory_name', before: null, after: 'The Open Question' },
  { field: 'benefits', before: null, after: 'Opens a talk that both want.' },
]
const PRICED = [
  { field: 'price', before: 9.99, after: 7.99 },
  { field: 'trial_period_days', before: 0, after: 2 },
]
const eventsOfAllKinds = events(7, [
  { event: 'sign_in.succeeded', entity: 'user', record_id: 1 },
  { event: 'category.updated', ...FIRST_CATEGORY, changes: RENAMED },
  { event: 'product.updated', entity: 'product', record_id: 2, changes: PRICED },
  { event: 'user.deleted', entity: 'user', record_id: 12, ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348' },
  { event: 'position.created', entity: 'position', record_id: 3, changes: CREATED },
  { event: 'position.deleted', entity: 'position', record_id: 99 },
  { event: 'token.created', entity: 'user', record_id: 1, detail: 'Nightly export: read' },
  { event: 'sign_in.failed', actor: 'anyone', actor_id: null, actor_name: null },
])
const eventsOfCategory = events(26, [
  { event: 'category.updated', ...FIRST_CATEGORY, changes: RENAMED },
  { event: 'category.created', ...FIRST_CATEGORY, changes: NAMED },
])
const eventsOfUser = events(26, [
  { event: 'user.updated', entity: 'user', record_id: 2, changes: [{ field: 'email' }] },
  { event: 'user.updated', entity: 'user', record_id: 2, changes: [{ field: 'first_name' }] },
])

/** Chooses a file with new, changed, unchanged and invalid rows. */
async function chooseCatalogue(page: Page): Promise<void> {
  const products = [
    'product_id,name,price,currency,billing_cycle,trial_period_days',
    '"rapport.basic.monthly","Basic, monthly",9.99,EUR,monthly,14',
    '"rapport.pro.monthly","Pro, monthly",14.99,EUR,monthly,',
    'rapport.weekly,Weekly,2.99 EUR,EUR,weekly,0',
    'rapport.family.yearly,Family for a year,119.9,CHF,yearly,14',
    'rapport.student.monthly,Students,4.99,EUR,monthly,7',
  ]
  const positions = `positions:
  - category: Listening Well
    subcategory_name: A Letter of Thanks
    benefits: You say what is easily left out.
    tips: |
      Begin with one evening.
      Write by hand.
    sub_cat_image: images/letter.png
`
  const image = pngFile('letter.png', { width: 640, height: 480, seed: 7 })
  await page.getByLabel('Files to import').setInputFiles([
    { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(products.join('\n')) },
    { name: 'positions.yaml', mimeType: 'application/yaml', buffer: Buffer.from(positions) },
    { name: image.name, mimeType: image.type, buffer: Buffer.from(await image.arrayBuffer()) },
  ])
  await page.getByRole('radio', { name: 'Problems 2' }).waitFor()
}

/** Mocks the calls of an import, which must not change the data of other scenes. One product fails for now. */
async function takeImports(page: Page): Promise<void> {
  const changed = new Map<unknown, object>()
  const positions: object[] = []
  await page.route('**/api/admin/subscription-products{,/*}', async (route) => {
    if (route.request().method() === 'GET') {
      return respondWith(route, (saved) => saved.map((one) => ({ ...one, ...changed.get(one['product_id']) })))
    }
    const product: { product_id: string } = route.request().postDataJSON()
    if (product.product_id.includes('student')) {
      return route.fulfill({ status: 503, json: { code: 503, message: 'The server is being updated.', data: null } })
    }
    changed.set(product.product_id, product)
    return route.fulfill({ json: { code: 200, message: '', data: product } })
  })
  await page.route('**/api/admin/subcategories', (route) => respondWith(route, (saved) => [...saved, ...positions]))
  await page.route('**/api/admin/subcategory', (route) => {
    positions.push({ id: 999, subcategory_name: 'A Letter of Thanks', category: { category_name: 'Listening Well' } })
    return route.fulfill({ json: { code: 200, message: '', data: positions[0] } })
  })
}

/** Responds with the server's list after `change`. */
async function respondWith(route: Route, change: (saved: Record<string, unknown>[]) => object[]): Promise<void> {
  const response = await route.fetch()
  const body: { data: Record<string, unknown>[] } = await response.json()
  await route.fulfill({ json: { ...body, data: change(body.data) } })
}

async function deleteFromMenu(page: Page): Promise<void> {
  await clickButton(/^Actions for/)(page)
  await click('menuitem', 'Delete')(page)
}

async function deleteNotifications(page: Page): Promise<void> {
  const left = page.getByRole('listitem').getByRole('button', { name: 'Delete' })
  await left.first().waitFor()
  for (let count = await left.count(); count > 0; count -= 1) {
    await left.first().click()
    await clickButton('Delete notification', 'alertdialog')(page)
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  }
}

async function refuseTokens(page: Page): Promise<void> {
  const json = { code: 403, message: 'Please confirm that it is you.', data: null, reason: 'confirm_identity' }
  await page.route('**/api/admin/tokens', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 403, json }),
  )
}

const EMAIL = 'admin@example.com'
const PUBLIC = { isPublic: true }
const WHOLE = { isWhole: true }
const SCREEN = { isScreen: true }

const firstCard = (page: Page) => page.getByRole('article').first().waitFor()
const twelveUsers = said('Showing 12 out of')
const dialog = shown('alertdialog', /./)
const currentImage = shown('img', 'The current image')
const openHistory = [click('tab', 'History'), shown('table', 'Events')]

export const scenes: readonly Scene[] = [
  scene('sign-in', '/signin', [heading('Sign in')], { ...SCREEN, ...PUBLIC }),
  scene('sign-in-refused', '/signin', [clickButton('Sign in'), said('Please enter your password.')], PUBLIC),
  scene(
    'sign-in-two-factor',
    '/signin',
    [fill('Email', EMAIL), fill('Password', 'x'), clickButton('Sign in'), labelled('Code')],
    { ...PUBLIC, given: { '**/api/admin/login': { challenge: 'x' } } },
  ),
  scene('forgot-password', '/Forgotpassword', [heading('Forgot password')], { ...SCREEN, ...PUBLIC }),
  scene(
    'one-time-code',
    '/Forgotpassword',
    [fill('Email', EMAIL), clickButton('Send OTP'), fill('One-time code', '1234')],
    PUBLIC,
  ),
  scene(
    'reset-password',
    '/privacy-policy',
    [
      (page) => page.evaluate(() => localStorage.setItem('resetToken', 'x')),
      (page) => page.goto(new URL('/reset-password', page.url()).href),
      fill('New password', 'short'),
      // The strength arrives late, and moves the button.
      said('Very weak'),
      clickButton('Reset password'),
      said('at least 6'),
    ],
    PUBLIC,
  ),
  scene('reset-password-missing', '/reset-password', [heading('Reset password')], PUBLIC),
  scene('privacy-policy', '/privacy-policy', [heading('Privacy policy')], { ...SCREEN, ...PUBLIC }),
  scene('support', '/support-policy', [heading('Support')], { ...SCREEN, ...PUBLIC, ...WHOLE }),
  scene(
    'dashboard',
    '/dashboard',
    [
      shown('list', 'Sign-ups'),
      (page) => page.getByRole('table', { name: 'Recent users' }).getByRole('button').first().waitFor(),
    ],
    { ...SCREEN, ...WHOLE },
  ),
  scene('dashboard-failed', '/dashboard', [said('Failed to fetch users.')], { failing: '**/api/admin/users*' }),
  scene('dashboard-custom', '/dashboard?range=2026-01-01..2026-06-30', [shown('list', 'Sign-ups')]),
  scene('users', '/User?range=all', [twelveUsers], SCREEN),
  scene('users-today', '/User', [said('Showing ')]),
  scene('users-empty', '/User?range=all', [said('No users yet')], {
    given: { '**/api/admin/users*': { users: [], total: 0 } },
  }),
  scene('users-unmatched', '/User?search=unknown&status=active', [said('No users match “unknown”')]),
  scene('users-delete', '/User?range=all', [twelveUsers, deletePending, dialog]),
  scene('users-dates', '/User?range=all&sort=-name', [
    twelveUsers,
    clickButton(/^Joined (?!Date)/),
    shown('button', 'Apply'),
  ]),
  scene('users-drawer', '/User?range=all', [click('row', /Suspended/), shown('dialog', /^Details of/)]),
  scene('users-filters', '/User?range=all&status=active&role=user', [twelveUsers]),
  scene('users-failed', '/User?range=all', [said('Failed to fetch users.')], { failing: '**/api/admin/users?*' }),
  scene('users-selected', '/User?range=all', [twelveUsers, check('Select all on this page'), said(/selected/)]),
  scene('users-selected-end', '/User?range=all', [
    select(2),
    (page) => page.getByText('Showing 12 out of').scrollIntoViewIfNeeded(),
    (page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight)),
  ]),
  scene('users-delete-many', '/User?range=all&size=24', [
    said('Showing 24 out of'),
    check('Select all on this page'),
    clickButton(/^Delete \d+ users/),
    fill(/^Type DELETE to confirm/, 'delete'),
    pressKey('Enter'),
    said('Please type the word in capitals.'),
  ]),
  scene(
    'users-columns',
    '/User?range=all',
    [
      twelveUsers,
      pressOr('Columns', clickButton('More', 'main')),
      async (page) => {
        const gender = page.getByRole('menuitemcheckbox', { name: 'Gender' })
        // It cannot be chosen where it has no room.
        if (await gender.isVisible()) await gender.click()
      },
    ],
    // Phones show no columns to choose.
    { widths: [768, 1100, 1440, 1920] },
  ),
  scene('positions', '/Kamasutra', [firstCard], { ...SCREEN, ...WHOLE }),
  scene('positions-empty', '/Kamasutra', [said('No positions available.')], {
    given: { '**/api/admin/subcategories': [] },
  }),
  scene('positions-unmatched', '/Kamasutra?search=nothing', [said('No positions found matching your search.')]),
  scene(
    'position-draft',
    '/Kamasutra?add',
    [
      fill('Position Name', 'Side by Side'),
      fill('Tips', 'Take your time.'),
      (page) => page.reload(),
      said('are back.'),
    ],
    WHOLE,
  ),
  scene('position-form', '/Kamasutra?add', [clickButton('Submit'), said('Please select a category.')], {
    ...SCREEN,
    ...WHOLE,
  }),
  scene('positions-selected', '/Kamasutra', [select(0), select(1), said('2 selected')]),
  scene('position-edit', '/Kamasutra?edit=1', [currentImage], WHOLE),
  scene(
    'position-conflict',
    '/Kamasutra?edit=1',
    [
      choosePhoto(600, 450),
      fill('Tips', 'Breathe together, and take your time.'),
      changeConflict,
      clickButton('Update'),
      keepOwn('Photo'),
      keepOwn('Tips'),
    ],
    WHOLE,
  ),
  scene('image-crop', '/Kamasutra?edit=1', [
    choosePhoto(600, 1000),
    clickButton('Crop'),
    (page) => page.locator('.ReactCrop__crop-selection').waitFor(),
  ]),
  scene('categories', '/category', [firstCard], { ...SCREEN, ...WHOLE }),
  scene('categories-empty', '/category', [said('No categories available. Add one!')], {
    given: { '**/api/admin/categories': [] },
  }),
  scene('category-form', '/category?edit=1', [currentImage], SCREEN),
  scene('category-missing', '/category?edit=999', [said('No category selected for editing.')]),
  scene('category-delete', '/category', [firstCard, pressOr(/^Delete/, deleteFromMenu), dialog]),
  scene('subscriptions', '/subscription', [firstCard], { ...SCREEN, ...WHOLE }),
  scene('subscriptions-compare', '/subscription?view=compare', [shown('table', 'Subscription plans')], WHOLE),
  scene('subscription-price', '/subscription?edit=1', [fill(/^Price/, '999'), clickButton('Update'), dialog]),
  scene('subscriptions-empty', '/subscription', [said('No subscription plans available.')], {
    given: { '**/api/admin/subscription-products': [] },
  }),
  scene(
    'subscription-form',
    '/subscription?add',
    [fill(/^Product ID/, 'Gold Plan'), clickButton('Submit'), said('Please fill in all required fields.')],
    SCREEN,
  ),
  scene('leaving', '/category?add', [choosePhoto(600, 450), clickButton('Back to Categories'), dialog]),
  scene('user-menu', '/settings', [clickButton('Ada'), shown('menuitem', 'Logout')]),
  scene('palette', '/User?range=all', [twelveUsers, search('er'), shown('option', /All \d+ users/)]),
  scene('palette-opened', '/settings', [
    heading('Settings'),
    search('add cat'),
    pressKey('Enter'),
    heading('Add Category'),
    search('add pos'),
    pressKey('Enter'),
    heading('Add Position'),
    pressKey('Control+k'),
    shown('group', 'Recent'),
  ]),
  scene('palette-unmatched', '/settings', [heading('Settings'), search('xyzzy'), said('Nothing found')]),
  scene('menu', '/dashboard', [shown('list', 'Sign-ups'), clickButton('Open menu'), shown('dialog', 'Menu')], {
    widths: [390, 768],
  }),
  scene(
    'users-left',
    '/User?range=all',
    [
      select(2),
      select(3),
      clickButton('Delete 2 users'),
      clickButton('Delete 2 users', 'alertdialog'),
      said('No user was deleted'),
    ],
    { failing: '**/api/admin/users/*' },
  ),
  scene('shortcuts', '/settings', [heading('Settings'), pressKey('?'), shown('dialog', 'Keyboard shortcuts')]),
  scene('offline', '/User?range=all', [twelveUsers, (page) => page.context().setOffline(true), said('No connection.')]),
  scene('profile', '/Myprofile', [labelled('Last Name')], SCREEN),
  scene('profile-security', '/Myprofile', [said('Never used')], {
    ...WHOLE,
    given: {
      '**/api/admin/two-factor': { enabled: true, enabled_at: '2026-03-01T09:30:00Z', recovery_codes_left: 9 },
      '**/api/admin/sessions': [
        { id: 'a', device: 'Chrome on macOS', ip: '203.0.113.7', ...uses, current: true },
        { id: 'b', device: null, ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348', ...uses, current: false },
      ],
      '**/api/admin/tokens': [
        { id: 2, name: 'Nightly export', scopes: ['read'], hint: 'x7Qa', ...uses, expires_at: '2036-05-30T06:00:00Z' },
        {
          id: 1,
          name: 'Catalogue of the staging server',
          scopes: ['read', 'catalogue', 'users'],
          created_at: uses.created_at,
          last_used_at: null,
          expires_at: '2026-01-02T06:00:00Z',
        },
      ],
    },
  }),
  scene('profile-two-factor-set-up', '/Myprofile', [
    clickButton('Set up'),
    (page) => page.getByRole('img', { name: /^QR code/ }).scrollIntoViewIfNeeded(),
  ]),
  scene(
    'profile-recovery-codes',
    '/Myprofile',
    [
      clickButton('Set up'),
      fill('First code of the app', '123456'),
      clickButton('Turn on'),
      (page) => button(page, 'I have saved them').scrollIntoViewIfNeeded(),
    ],
    {
      given: {
        '**/two-factor/confirm': { recovery_codes: Array.from({ length: 10 }, (_, index) => `3k9vd-x2m7${index}`) },
      },
    },
  ),
  scene('profile-confirm-identity', '/Myprofile', [
    refuseTokens,
    clickButton('New token'),
    fill('Name', 'Nightly export'),
    check(/./),
    clickButton('Create token'),
    dialog,
  ]),
  scene('settings', '/settings', [heading('Settings')], { ...SCREEN, ...WHOLE }),
  scene('trash', '/trash', [shown('checkbox', 'Select Gold')], { ...SCREEN, given: inTrash(deleted) }),
  scene('trash-empty', '/trash', [said('The trash is empty')]),
  scene('trash-selected', '/trash', [check('Select Gold')], { given: inTrash(deleted.slice(0, 3)) }),
  scene(
    'trash-conflict',
    '/trash',
    [check('Select Trust'), clickButton('Restore'), labelled('Another name for “Trust”')],
    {
      given: {
        ...inTrash(deleted),
        '**/api/admin/trash/restore': {
          restored: 0,
          left: 0,
          conflicts: [
            { ...deleted[0], field: 'category_name', message: 'There is another category named “Trust” now.' },
          ],
        },
      },
    },
  ),
  scene('import-empty', '/import', [said('YAML, JSON or CSV')]),
  scene('import', '/import', [chooseCatalogue], SCREEN),
  scene('import-done', '/import', [takeImports, chooseCatalogue, clickButton(/^Import /), shown('button', /^Retry /)]),
  scene(
    'history',
    '/history',
    // A record is a link once its name is loaded.
    [(page) => page.getByRole('table', { name: 'History' }).getByRole('link').nth(4).waitFor()],
    { ...SCREEN, given: eventsOfAllKinds },
  ),
  scene('history-of-category', '/category?edit=1', openHistory, { ...SCREEN, given: eventsOfCategory }),
  scene(
    'history-restored',
    '/category?edit=1',
    [...openHistory, clickButton('Restore this version'), shown('button', 'Discard')],
    { given: eventsOfCategory },
  ),
  scene(
    'history-of-record-failed',
    '/category?edit=1',
    [click('tab', 'History'), said('Failed to fetch the history.')],
    { failing: '**/api/admin/history?*' },
  ),
  scene('history-of-user', '/User?range=all&user=2', openHistory, { given: eventsOfUser }),
  scene('users-erase', '/User?range=all&user=2', [
    clickButton('More', 'dialog'),
    click('menuitem', 'Delete permanently'),
    dialog,
  ]),
  scene('trash-emptying', '/trash', [clickButton('Empty trash'), labelled('Type DELETE to confirm')], {
    given: inTrash(deleted, 30),
  }),
  scene('notifications', '/Usernotifications', [heading('Notifications')], { ...SCREEN, ...WHOLE }),
  scene('notifications-empty', '/Usernotifications', [deleteNotifications, said('No notifications left')]),
  scene('toast', '/Myprofile', [
    (page) => page.getByLabel('First Name').press('Enter'),
    (page) => page.getByRole('dialog').filter({ hasText: 'Profile updated successfully!' }).waitFor(),
  ]),
  scene('not-found', '/nowhere', [heading('There is no such page')], SCREEN),
]

/** One scene per screen, without failures. */
export const screens = scenes.filter(({ isScreen }) => isScreen)
