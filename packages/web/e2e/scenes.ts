import { Buffer } from 'node:buffer'
import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { pngFile } from '../src/testing/image-files.ts'

/** A state of the console, for pictures and checks. */
export interface Scene {
  name: string
  path: string
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
  /** Brings the opened page into the state, and waits for it. */
  ready: (page: Page) => Promise<unknown>
}

/** Installs the failing calls and replaced responses of a scene. */
export async function prepare(page: Page, { failing, given = {} }: Scene): Promise<void> {
  if (failing !== undefined) await page.route(failing, fail)
  for (const [calls, data] of Object.entries(given)) {
    await page.route(calls, (route) => route.fulfill({ json: { code: 200, message: '', data } }))
  }
}

const fail = (route: Route) => route.fulfill({ status: 500, json: { code: 500, message: '', data: null } })

const said = (text: string) => (page: Page) => page.getByText(text).waitFor()

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()

const firstCard = (page: Page) => page.getByRole('article').first().waitFor()

/** Submits the empty form and waits for its error. */
const refused = (button: string, complaint: string) => async (page: Page) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByText(complaint).first().waitFor()
}

/** Makes saves of the first position fail with a conflict: another admin saved these texts and another image. */
async function changeConflict(page: Page, texts: object): Promise<void> {
  await page.route('**/api/admin/subcategory', (route) => route.fulfill({ status: 412, json: { code: 412 } }))
  await page.route('**/api/admin/subcategories', (route) =>
    respondWith(route, (saved) => {
      const image = saved.find((one) => one['id'] !== 1)?.['sub_cat_image']
      return saved.map((one) => (one['id'] === 1 ? { ...one, ...texts, sub_cat_image: image } : one))
    }),
  )
}

/** Generates a landscape photo as an image file. */
async function photo(name: string, { width, height }: { width: number; height: number }) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" preserveAspectRatio="xMidYMid slice"
    width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#4b3a86"/><stop offset=".6" stop-color="#f08a74"/><stop offset="1" stop-color="#f9d9a8"/>
    </linearGradient></defs>
    <rect width="600" height="600" fill="url(#sky)"/><circle cx="410" cy="330" r="58" fill="#ffe9c4"/>
    <path d="M0 420q150-110 300-20t300-40v240H0z" fill="#6b4a8f"/>
    <path d="M0 500q180-90 330-10t270-30v140H0z" fill="#3d2c63"/></svg>`
  return { name, mimeType: 'image/png', buffer: await sharp(Buffer.from(svg)).png().toBuffer() }
}

const uses = { created_at: '2026-02-27T08:15:00Z', last_used_at: '2026-03-02T17:42:00Z' }

const DAY = 24 * 60 * 60 * 1000
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

const history = (entity: string, changes: readonly object[]) => ({
  next: null,
  events: changes.map((change, index) => ({
    id: changes.length - index,
    at: new Date(Date.now() - index * 26 * 60 * 60 * 1000).toISOString(),
    event: `${entity}.${index === changes.length - 1 ? 'created' : 'updated'}`,
    actor: 'admin',
    actor_id: 1,
    actor_name: 'Ada Admin',
    entity,
    record_id: 1,
    ip: '192.0.2.7',
    detail: null,
    changes: [change],
  })),
})
const EVENTS: readonly [event: string, entity: string | null, record_id: number | null, changes: object[] | null][] = [
  ['sign_in.succeeded', 'user', 1, null],
  [
    'category.updated',
    'category',
    1,
    [{ field: 'category_name', before: 'First Talks', after: 'First Conversations' }],
  ],
  [
    'product.updated',
    'product',
    2,
    [
      { field: 'price', before: 9.99, after: 12.99 },
      { field: 'trial_period_days', before: 0, after: 14 },
    ],
  ],
  ['user.deleted', 'user', 12, null],
  ['position.created', 'position', 3, [{ field: 'subcategory_name', before: null, after: 'The Open Question' }]],
  ['position.deleted', 'position', 99, null],
  ['token.created', null, null, null],
  ['sign_in.failed', null, null, null],
]
const eventsOfAllKinds = {
  next: null,
  events: EVENTS.map(([event, entity, record_id, changes], index) => ({
    id: EVENTS.length - index,
    at: new Date(Date.now() - index * 7 * 60 * 60 * 1000).toISOString(),
    event,
    actor: event === 'sign_in.failed' ? 'anyone' : 'admin',
    actor_id: event === 'sign_in.failed' ? null : 1,
    actor_name: event === 'sign_in.failed' ? null : 'Ada Admin',
    entity,
    record_id,
    ip: index === 3 ? '2001:db8:85a3:8d3:1319:8a2e:370:7348' : '192.0.2.7',
    detail: null,
    changes,
  })),
}
const RENAMED = { field: 'category_name', before: 'First Talks', after: 'First Conversations' }
const NAMED_FIRST = { field: 'category_name', before: null, after: 'First Talks' }
const openHistory = async (page: Page) => {
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('table', { name: 'Events' }).or(page.getByText('No events yet')).first().waitFor()
}

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

/** Mocks the calls of an import, which must not change the data of other scenes. One product is refused. */
async function takeImports(page: Page): Promise<void> {
  const changed = new Map<unknown, object>()
  const positions: object[] = []
  await page.route('**/api/admin/subscription-products{,/*}', async (route) => {
    if (route.request().method() === 'GET') {
      return respondWith(route, (saved) => saved.map((one) => ({ ...one, ...changed.get(one['product_id']) })))
    }
    const product: { product_id: string } = route.request().postDataJSON()
    if (product.product_id.includes('student')) {
      const message = 'There is another product with this ID.'
      return route.fulfill({ status: 409, json: { code: 409, message, data: null } })
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

export const scenes: readonly Scene[] = [
  { name: 'sign-in', path: '/signin', isPublic: true, ready: heading('Sign in') },
  {
    name: 'sign-in-refused',
    path: '/signin',
    isPublic: true,
    ready: refused('Sign in', 'Please enter your password.'),
  },
  {
    name: 'sign-in-two-factor',
    path: '/signin',
    isPublic: true,
    given: { '**/api/admin/login': { challenge: 'x' } },
    ready: async (page) => {
      await page.getByLabel('Email').fill('admin@example.com')
      await page.getByLabel('Password', { exact: true }).fill('x')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByLabel('Code').waitFor()
    },
  },
  { name: 'forgot-password', path: '/Forgotpassword', isPublic: true, ready: heading('Forgot password') },
  {
    name: 'one-time-code',
    path: '/Forgotpassword',
    isPublic: true,
    ready: async (page) => {
      await page.getByLabel('Email').fill('admin@example.com')
      await page.getByRole('button', { name: 'Send OTP' }).click()
      await page.getByLabel('One-time code').fill('1234')
    },
  },
  {
    name: 'reset-password',
    path: '/privacy-policy',
    isPublic: true,
    ready: async (page) => {
      await page.evaluate(() => localStorage.setItem('resetToken', 'x'))
      await page.goto(new URL('/reset-password', page.url()).href)
      await page.getByLabel('New password').fill('short')
      await page.getByRole('button', { name: 'Reset password' }).click()
      await page.getByText('at least 6').waitFor()
    },
  },
  { name: 'reset-password-missing', path: '/reset-password', isPublic: true, ready: heading('Reset password') },
  { name: 'privacy-policy', path: '/privacy-policy', isPublic: true, ready: heading('Privacy policy') },
  { name: 'support', path: '/support-policy', isPublic: true, isWhole: true, ready: heading('Support') },
  {
    name: 'dashboard',
    path: '/dashboard',
    isWhole: true,
    ready: async (page) => {
      await page.getByRole('list', { name: 'Sign-ups' }).waitFor()
      await page.getByRole('table', { name: 'Recent users' }).getByRole('button').first().waitFor()
    },
  },
  {
    name: 'dashboard-failed',
    path: '/dashboard',
    failing: '**/api/admin/users*',
    ready: said('Failed to fetch users.'),
  },
  {
    name: 'dashboard-custom',
    path: '/dashboard?range=2026-01-01..2026-06-30',
    ready: (page) => page.getByRole('list', { name: 'Sign-ups' }).waitFor(),
  },
  { name: 'users', path: '/User?range=all', ready: (page) => page.getByText('Showing 12 out of').waitFor() },
  { name: 'users-today', path: '/User', ready: (page) => page.getByText('Showing ').waitFor() },
  {
    name: 'users-empty',
    path: '/User?range=all',
    given: { '**/api/admin/users*': { users: [], total: 0 } },
    ready: said('No users yet'),
  },
  { name: 'users-unmatched', path: '/User?search=unknown&status=active', ready: said('No users match “unknown”') },
  {
    name: 'users-delete',
    path: '/User?range=all',
    ready: async (page) => {
      await page.getByText('Showing 12 out of').waitFor()
      // Phones show the status in the details only.
      const row = page.getByRole('row', { name: /Pending/ }).first()
      const inRow = row.getByRole('button', { name: /^Delete / })
      if (await inRow.isVisible()) await inRow.click()
      else {
        await row.click()
        await page.getByRole('button', { name: 'Delete user' }).click()
      }
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'users-dates',
    path: '/User?range=all&sort=-name',
    ready: async (page) => {
      await page.getByText('Showing 12 out of').waitFor()
      await page.getByRole('button', { name: /^Joined (?!Date)/ }).click()
      await page.getByRole('button', { name: 'Apply' }).waitFor()
    },
  },
  {
    name: 'users-drawer',
    path: '/User?range=all',
    ready: async (page) => {
      await page
        .getByRole('row', { name: /Suspended/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: /^Details of/ }).waitFor()
    },
  },
  {
    name: 'users-filters',
    path: '/User?range=all&status=active&role=user',
    ready: async (page) => {
      await page.getByText('Showing 12 out of').waitFor()
      const filters = page.getByRole('button', { name: /^Filters/ })
      if (await filters.isVisible()) await filters.click()
    },
  },
  {
    name: 'users-failed',
    path: '/User?range=all',
    failing: '**/api/admin/users?*',
    ready: (page) => page.getByText('Failed to fetch users.').waitFor(),
  },
  {
    name: 'users-selected',
    path: '/User?range=all',
    ready: async (page) => {
      await page.getByText('Showing 12 out of').waitFor()
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByText(/selected/).waitFor()
    },
  },
  {
    name: 'users-selected-end',
    path: '/User?range=all',
    ready: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .nth(2)
        .check()
      await page.getByText('Showing 12 out of').scrollIntoViewIfNeeded()
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    },
  },
  {
    name: 'users-delete-many',
    path: '/User?range=all&size=24',
    ready: async (page) => {
      await page.getByText('Showing 24 out of').waitFor()
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: /^Delete \d+ users/ }).click()
      const word = page.getByLabel('Type DELETE to confirm')
      await word.fill('delete')
      await word.press('Enter')
      await page.getByText('Please type the word in capitals.').waitFor()
    },
  },
  {
    name: 'users-columns',
    path: '/User?range=all',
    // Phones show no columns to choose.
    widths: [768, 1100, 1440, 1920],
    ready: async (page) => {
      await page.getByText('Showing 12 out of').waitFor()
      const columns = page.getByRole('button', { name: 'Columns' })
      if (await columns.isVisible()) await columns.click()
      else await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Gender' }).click()
    },
  },
  { name: 'positions', path: '/Kamasutra', isWhole: true, ready: firstCard },
  {
    name: 'positions-empty',
    path: '/Kamasutra',
    given: { '**/api/admin/subcategories': [] },
    ready: said('No positions available.'),
  },
  {
    name: 'positions-unmatched',
    path: '/Kamasutra?search=nothing',
    ready: said('No positions found matching your search.'),
  },
  {
    name: 'position-draft',
    path: '/Kamasutra?add',
    isWhole: true,
    ready: async (page) => {
      await page.getByLabel('Position Name').fill('Side by Side')
      await page.getByLabel('Tips', { exact: true }).fill('Take your time.')
      await page.reload()
      await page.getByText('are back.').waitFor()
    },
  },
  {
    name: 'position-form',
    path: '/Kamasutra?add',
    isWhole: true,
    ready: refused('Submit', 'Please select a category.'),
  },
  {
    name: 'positions-selected',
    path: '/Kamasutra',
    ready: async (page) => {
      for (const card of [0, 1])
        await page
          .getByRole('checkbox', { name: /^Select / })
          .nth(card)
          .check()
      await page.getByText('2 selected').waitFor()
    },
  },
  {
    name: 'position-edit',
    path: '/Kamasutra?edit=1',
    isWhole: true,
    ready: (page) => page.getByRole('img', { name: 'The current image' }).waitFor(),
  },
  {
    name: 'position-conflict',
    path: '/Kamasutra?edit=1',
    isWhole: true,
    ready: async (page) => {
      await page.getByLabel('Photo').setInputFiles(await photo('evening.png', { width: 600, height: 450 }))
      await page.getByLabel('Tips', { exact: true }).fill('Breathe together, and take your time.')
      await changeConflict(page, { tips: 'Ask before you begin.' })
      await page.getByRole('button', { name: 'Update', exact: true }).click()
      await page.getByRole('group', { name: 'Photo' }).getByRole('radio', { name: 'Yours' }).check()
      await page.getByRole('group', { name: 'Tips' }).getByRole('radio', { name: 'Yours' }).check()
    },
  },
  {
    name: 'image-crop',
    path: '/Kamasutra?edit=1',
    ready: async (page) => {
      await page.getByLabel('Photo').setInputFiles(await photo('evening.png', { width: 600, height: 1000 }))
      await page.getByRole('button', { name: 'Crop' }).click()
      await page.locator('.ReactCrop__crop-selection').waitFor()
    },
  },
  { name: 'categories', path: '/category', isWhole: true, ready: firstCard },
  {
    name: 'categories-empty',
    path: '/category',
    given: { '**/api/admin/categories': [] },
    ready: said('No categories available. Add one!'),
  },
  {
    name: 'category-form',
    path: '/category?edit=1',
    ready: (page) => page.getByRole('img', { name: 'The current image' }).waitFor(),
  },
  {
    name: 'category-missing',
    path: '/category?edit=999',
    ready: (page) => page.getByText('No category selected for editing.').waitFor(),
  },
  {
    name: 'category-delete',
    path: '/category',
    ready: async (page) => {
      await firstCard(page)
      const menu = page.getByRole('button', { name: /^Actions for/ }).first()
      if (await menu.isVisible()) {
        await menu.click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
      } else {
        await page
          .getByRole('button', { name: /^Delete/ })
          .first()
          .click()
      }
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'subscriptions', path: '/subscription', isWhole: true, ready: firstCard },
  {
    name: 'subscriptions-compare',
    path: '/subscription?view=compare',
    isWhole: true,
    ready: (page) => page.getByRole('table', { name: 'Subscription plans' }).waitFor(),
  },
  {
    name: 'subscription-price',
    path: '/subscription?edit=1',
    ready: async (page) => {
      await page.getByLabel('Price').fill('999')
      await page.getByRole('button', { name: 'Update' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'subscriptions-empty',
    path: '/subscription',
    given: { '**/api/admin/subscription-products': [] },
    ready: said('No subscription plans available.'),
  },
  {
    name: 'subscription-form',
    path: '/subscription?add',
    ready: async (page) => {
      await page.getByLabel('Product ID').fill('Gold Plan')
      await refused('Submit', 'Please fill in all required fields.')(page)
    },
  },
  {
    name: 'leaving',
    path: '/category?add',
    ready: async (page) => {
      await page.getByLabel('Photo').setInputFiles(await photo('evening.png', { width: 600, height: 450 }))
      await page.getByRole('button', { name: 'Back to Categories' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'user-menu',
    path: '/settings',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Ada', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
    },
  },
  {
    name: 'palette',
    path: '/User?range=all',
    ready: async (page) => {
      await page.getByText('Showing 12 out of').waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /^Search screens/ }).fill('er')
      await page.getByRole('option', { name: /All \d+ users/ }).waitFor()
    },
  },
  {
    name: 'palette-opened',
    path: '/settings',
    ready: async (page) => {
      await heading('Settings')(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /^Search screens/ }).fill('add cat')
      await page.keyboard.press('Enter')
      await heading('Add Category')(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('group', { name: 'Recent' }).waitFor()
    },
  },
  {
    name: 'palette-unmatched',
    path: '/settings',
    ready: async (page) => {
      await heading('Settings')(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /^Search screens/ }).fill('xyzzy')
      await page.getByText('Nothing found').waitFor()
    },
  },
  {
    name: 'menu',
    path: '/dashboard',
    widths: [390, 768],
    ready: async (page) => {
      await page.getByRole('list', { name: 'Sign-ups' }).waitFor()
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    },
  },
  {
    name: 'users-left',
    path: '/User?range=all',
    failing: '**/api/admin/users/*',
    ready: async (page) => {
      for (const row of [2, 3])
        await page
          .getByRole('checkbox', { name: /^Select / })
          .nth(row)
          .check()
      await page.getByRole('button', { name: 'Delete 2 users' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 users' }).click()
      await page.getByText('No user was deleted').waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: '/settings',
    ready: async (page) => {
      await heading('Settings')(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
  {
    name: 'offline',
    path: '/User?range=all',
    ready: async (page) => {
      await page.getByText('Showing 12 out of').waitFor()
      await page.context().setOffline(true)
      await page.getByText('No connection.').waitFor()
    },
  },
  { name: 'profile', path: '/Myprofile', ready: (page) => page.getByLabel('Last Name').waitFor() },
  {
    name: 'profile-security',
    path: '/Myprofile',
    isWhole: true,
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
    ready: said('Never used'),
  },
  {
    name: 'profile-two-factor-set-up',
    path: '/Myprofile',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByRole('img', { name: /^QR code/ }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'profile-recovery-codes',
    path: '/Myprofile',
    given: {
      '**/two-factor/confirm': {
        recovery_codes: Array.from({ length: 10 }, (_, index) => `3k9vd-x2m7${index}`),
      },
    },
    ready: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByLabel('First code of the app').fill('123456')
      await page.getByRole('button', { name: 'Turn on' }).click()
      await page.getByRole('button', { name: 'I have saved them' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'profile-confirm-identity',
    path: '/Myprofile',
    ready: async (page) => {
      const refusal = { code: 403, message: 'Please confirm that it is you.', data: null, reason: 'confirm_identity' }
      await page.route('**/api/admin/tokens', (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 403, json: refusal }),
      )
      await page.getByRole('button', { name: 'New token' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Nightly export')
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'Create token' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'settings', path: '/settings', isWhole: true, ready: heading('Settings') },
  {
    name: 'trash',
    path: '/trash',
    given: { '**/api/admin/trash?*': { items: deleted, total: deleted.length } },
    ready: (page) => page.getByRole('checkbox', { name: 'Select Gold' }).waitFor(),
  },
  { name: 'trash-empty', path: '/trash', ready: said('The trash is empty') },
  {
    name: 'trash-selected',
    path: '/trash',
    given: { '**/api/admin/trash?*': { items: deleted.slice(0, 3), total: 3 } },
    ready: (page) => page.getByRole('checkbox', { name: 'Select Gold' }).check(),
  },
  {
    name: 'trash-conflict',
    path: '/trash',
    given: {
      '**/api/admin/trash?*': { items: deleted, total: deleted.length },
      '**/api/admin/trash/restore': {
        restored: 0,
        left: 0,
        conflicts: [{ ...deleted[0], field: 'category_name', message: 'There is another category named “Trust” now.' }],
      },
    },
    ready: async (page) => {
      await page.getByRole('checkbox', { name: 'Select Trust' }).check()
      await page.getByRole('button', { name: 'Restore', exact: true }).click()
      await page.getByLabel('Another name for “Trust”').waitFor()
    },
  },
  { name: 'import-empty', path: '/import', ready: said('YAML, JSON or CSV') },
  { name: 'import', path: '/import', ready: chooseCatalogue },
  {
    name: 'import-done',
    path: '/import',
    ready: async (page) => {
      await takeImports(page)
      await chooseCatalogue(page)
      await page.getByRole('button', { name: /^Import / }).click()
      await page.getByRole('button', { name: /^Retry / }).waitFor()
    },
  },
  {
    name: 'history',
    path: '/history',
    given: { '**/api/admin/history*': eventsOfAllKinds },
    ready: (page) => page.getByRole('table', { name: 'History' }).getByRole('link').first().waitFor(),
  },
  {
    name: 'history-of-category',
    path: '/category?edit=1',
    given: {
      '**/api/admin/history?*': history('category', [RENAMED, NAMED_FIRST]),
    },
    ready: openHistory,
  },
  {
    name: 'history-restored',
    path: '/category?edit=1',
    given: {
      '**/api/admin/history?*': history('category', [RENAMED, NAMED_FIRST]),
    },
    ready: async (page) => {
      await openHistory(page)
      await page.getByRole('button', { name: 'Restore this version' }).click()
      await page.getByRole('button', { name: 'Discard' }).waitFor()
    },
  },
  {
    name: 'history-of-record-failed',
    path: '/category?edit=1',
    failing: '**/api/admin/history?*',
    ready: async (page) => {
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByText('Failed to fetch the history.').waitFor()
    },
  },
  {
    name: 'history-of-user',
    path: '/User?range=all&user=2',
    given: { '**/api/admin/history?*': history('user', [{ field: 'email' }, { field: 'first_name' }]) },
    ready: openHistory,
  },
  {
    name: 'users-erase',
    path: '/User?range=all&user=2',
    ready: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Delete permanently' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'trash-emptying',
    path: '/trash',
    given: { '**/api/admin/trash?*': { items: deleted, total: 30 } },
    ready: async (page) => {
      await page.getByRole('button', { name: 'Empty trash' }).click()
      await page.getByLabel('Type DELETE to confirm').waitFor()
    },
  },
  { name: 'notifications', path: '/Usernotifications', isWhole: true, ready: heading('Notifications') },
  {
    name: 'notifications-empty',
    path: '/Usernotifications',
    ready: async (page) => {
      const left = page.getByRole('listitem').getByRole('button', { name: 'Delete' })
      await left.first().waitFor()
      for (let count = await left.count(); count > 0; count -= 1) {
        await left.first().click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete notification' }).click()
        await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      }
      await page.getByText('No notifications left.').waitFor()
    },
  },
  {
    name: 'toast',
    path: '/Myprofile',
    ready: async (page) => {
      await page.getByLabel('First Name').press('Enter')
      await page.getByRole('dialog').filter({ hasText: 'Profile updated successfully!' }).waitFor()
    },
  },
  { name: 'not-found', path: '/nowhere', ready: heading('There is no such page') },
]

const SCREENS = new Set([
  'sign-in',
  'forgot-password',
  'privacy-policy',
  'support',
  'dashboard',
  'users',
  'categories',
  'category-form',
  'positions',
  'position-form',
  'subscriptions',
  'subscription-form',
  'profile',
  'settings',
  'trash',
  'import',
  'history',
  'history-of-category',
  'notifications',
  'not-found',
])

/** One scene per screen, without failures. */
export const screens = scenes.filter(({ name }) => SCREENS.has(name))
