import type { Page, Route } from '@playwright/test'
import {
  brokenProducts,
  usageTimes,
  trashItems,
  inTrash,
  oneSuspended,
  eventsOfAllKinds,
  eventsOfCategory,
  eventsOfOthers,
  eventsOfPosition,
  eventsOfUser,
} from './scene-data.ts'
import { changeConflict, takeImports, refuseTokens } from './scene-mocks.ts'
import {
  type Step,
  button,
  shownText,
  labelled,
  shown,
  heading,
  click,
  clickButton,
  pressOr,
  check,
  select,
  fill,
  pressKey,
  printed,
  search,
  keepOwn,
  choosePhoto,
  deleteMember,
  chooseCatalogue,
  deleteFromMenu,
  deleteNotifications,
} from './scene-steps.ts'

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
  /** Whether the picture shows the full page instead of the viewport. */
  isFullPage?: boolean
  /** Whether the browser logs errors on the way, such as a refused call. */
  logsErrors?: boolean
}

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
const BUSY = { code: 503, message: 'The server is busy.', data: null }

const scene = (name: string, path: string, steps: readonly Step[], options: Options = {}): Scene => ({
  name,
  path,
  logsErrors: options.failing !== undefined,
  ...options,
  ready: async (page) => {
    for (const step of steps) await step(page)
  },
})

const EMAIL = 'admin@example.com'
const PUBLIC = { isPublic: true }
const FULL_PAGE = { isFullPage: true }
const SCREEN = { isScreen: true }
const LOGS_ERRORS = { logsErrors: true }

const firstCard = (page: Page) => page.getByRole('article').first().waitFor()
const twelveUsers = shownText('Showing 12 out of')
const dialog = shown('alertdialog', /./)
const currentImage = shown('img', 'The current image')
const openHistory = [click('tab', 'History'), shown('link', 'Show in History')]

const scrollToTwoFactor = (page: Page) =>
  page
    .getByRole('heading', { name: 'Two-factor authentication' })
    .evaluate((title) => title.closest('section')?.scrollIntoView())

export const scenes: readonly Scene[] = [
  scene('sign-in', '/signin', [heading('Sign in')], { ...SCREEN, ...PUBLIC }),
  scene('sign-in-refused', '/signin', [clickButton('Sign in'), shownText('Please enter your password.')], PUBLIC),
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
    // Any page of the origin will do: the token must be stored before the form opens.
    '/privacy-policy',
    [
      (page) => page.evaluate(() => localStorage.setItem('resetToken', 'x')),
      (page) => page.goto(new URL('/reset-password', page.url()).href),
      fill('New password', 'short'),
      // The strength arrives late, and moves the button.
      shownText('Very weak'),
      clickButton('Reset password'),
      shownText('at least 6'),
    ],
    PUBLIC,
  ),
  scene('reset-password-missing', '/reset-password', [heading('Reset password')], PUBLIC),
  scene('privacy-policy', '/privacy-policy', [heading('Privacy policy')], { ...SCREEN, ...PUBLIC }),
  scene('support', '/support-policy', [heading('Support')], { ...SCREEN, ...PUBLIC, ...FULL_PAGE }),
  scene(
    'dashboard',
    '/dashboard',
    [
      shown('list', 'Sign-ups'),
      shown('link', /^Users not active/),
      (page) => page.getByRole('table', { name: 'Recent users' }).getByRole('button').first().waitFor(),
    ],
    { ...SCREEN, ...FULL_PAGE, given: eventsOfOthers },
  ),
  scene('dashboard-year', '/dashboard?range=12m', [
    shown('list', 'Sign-ups'),
    (page) => page.getByRole('list', { name: 'Sign-ups' }).getByRole('link').nth(7).focus(),
  ]),
  scene('dashboard-week', '/dashboard?range=7d', [shown('list', 'Sign-ups')]),
  scene('dashboard-failed', '/dashboard', [shownText('Failed to fetch users.')], { failing: '**/api/admin/users*' }),
  scene('dashboard-custom', '/dashboard?range=2026-01-01..2026-06-30', [shown('list', 'Sign-ups')]),
  scene('users', '/User?range=all', [twelveUsers], SCREEN),
  scene('users-today', '/User', [shownText('Showing ')]),
  scene('users-empty', '/User?range=all', [shownText('No users yet')], {
    given: { '**/api/admin/users*': { users: [], total: 0 } },
  }),
  scene('users-unmatched', '/User?search=10%40example', [shownText(/on other dates\.$/)]),
  scene('users-delete', '/User?range=all', [twelveUsers, deleteMember, dialog]),
  scene('users-dates', '/User?range=all&sort=-name', [twelveUsers, clickButton(/^Joined:/), shown('button', 'Apply')]),
  scene('users-dates-today', '/User', [
    shownText('Showing '),
    clickButton(/^Joined:/),
    shown('button', /^Today, .*selected$/),
  ]),
  scene('users-drawer', '/User?range=2026-01-01..2026-11-28&sort=-joined_date', [
    click('row', /Suspended/),
    shown('dialog', /^Details of/),
  ]),
  scene('users-suspend', '/User?range=all&user=2', [clickButton('Suspend', 'dialog'), labelled('Reason (optional)')]),
  scene(
    'users-suspended',
    '/User?range=all&user=2',
    [shownText('Sends spam'), (page) => button(page.getByRole('dialog'), 'Reactivate').waitFor()],
    { given: oneSuspended },
  ),
  scene('users-filters', '/User?range=2026-01-01..2026-11-28&status=active&status=pending&gender=female', [
    shownText('Showing '),
    pressOr(/^Status:/, clickButton(/^Filters/)),
    shown('dialog', /^(?:Status: choose|Filters)$/),
  ]),
  scene('users-print', '/User?range=all', [twelveUsers, printed]),
  scene('dashboard-print', '/dashboard', [shown('list', 'Sign-ups'), shownText('changed the price of'), printed], {
    ...FULL_PAGE,
    given: eventsOfOthers,
  }),
  scene('users-failed', '/User?range=all', [shownText('Failed to fetch users.')], { failing: '**/api/admin/users?*' }),
  scene('users-selected', '/User?range=all', [twelveUsers, check('Select all on this page'), shownText(/selected/)]),
  scene('users-selected-end', '/User?range=all', [
    select(2),
    (page) => page.getByText('Showing 12 out of').scrollIntoViewIfNeeded(),
    (page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight)),
  ]),
  scene('users-delete-many', '/User?range=all&size=24', [
    shownText('Showing 24 out of'),
    check('Select all on this page'),
    clickButton(/^Delete \d+ users/),
    fill(/^Type DELETE to confirm/, 'delet'),
    pressKey('Enter'),
    shownText('Type DELETE to continue.'),
  ]),
  scene(
    'users-columns',
    '/User?range=all',
    [twelveUsers, clickButton('More', 'main'), click('menuitemcheckbox', 'Gender')],
    // Phones show no columns to choose.
    { widths: [768, 1100, 1440, 1920] },
  ),
  scene('positions', '/Kamasutra', [firstCard], { ...SCREEN, ...FULL_PAGE }),
  scene('positions-empty', '/Kamasutra', [shownText('No positions available.')], {
    given: { '**/api/admin/subcategories': [] },
  }),
  scene('positions-filter', '/Kamasutra?tips=set', [
    firstCard,
    clickButton('All Category'),
    shown('option', /^Rest Together/),
  ]),
  scene('positions-without-images', '/Kamasutra', [firstCard], {
    given: {
      '**/api/admin/subcategories': Array.from({ length: 12 }, (_, index) => ({
        id: index + 1,
        category_id: 1 + (index % 4),
        subcategory_name: `Position ${index + 1}`,
      })),
    },
  }),
  scene('positions-unmatched', '/Kamasutra?search=nothing', [shownText('No positions found matching your search.')]),
  scene(
    'position-draft',
    '/Kamasutra?add',
    [
      fill('Position Name*', 'Side by Side'),
      fill('Tips', 'Take your time.'),
      (page) => page.reload(),
      shownText('are back.'),
    ],
    FULL_PAGE,
  ),
  scene('position-form', '/Kamasutra?add', [clickButton('Submit'), shownText('Please select a category.')], {
    ...SCREEN,
    ...FULL_PAGE,
  }),
  scene('positions-selected', '/Kamasutra', [select(0), select(1), shownText('2 selected')]),
  scene('position-edit', '/Kamasutra?edit=1', [currentImage], FULL_PAGE),
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
    { ...FULL_PAGE, ...LOGS_ERRORS, given: eventsOfPosition },
  ),
  scene('image-crop', '/Kamasutra?edit=1', [
    choosePhoto(600, 1000),
    clickButton('Crop'),
    (page) => page.locator('.ReactCrop__crop-selection').waitFor(),
  ]),
  scene('categories', '/category', [firstCard], { ...SCREEN, ...FULL_PAGE }),
  scene('categories-empty', '/category', [shownText('No categories available. Add one!')], {
    given: { '**/api/admin/categories': [] },
  }),
  scene('categories-without-positions', '/category', [shown('link', 'Add a position to Rest Together')], {
    given: { '**/api/admin/subcategories': [] },
  }),
  scene('category-form', '/category?edit=1', [currentImage], SCREEN),
  scene('category-missing', '/category?edit=999', [shownText('No category selected for editing.')]),
  scene('category-delete', '/category', [firstCard, pressOr(/^Delete/, deleteFromMenu), dialog]),
  scene('subscriptions', '/subscription', [shown('table', 'Subscription plans')], { ...SCREEN, ...FULL_PAGE }),
  scene('subscriptions-cards', '/subscription?view=cards', [firstCard], FULL_PAGE),
  scene('subscriptions-broken', '/subscription', [shownText('Break a store rule')], {
    given: { '**/api/admin/subscription-products': brokenProducts },
  }),
  scene('subscriptions-print', '/subscription', [shown('table', 'Subscription plans'), printed], FULL_PAGE),
  scene('subscription-edit', '/subscription?edit=4', [heading('Edit Subscription')], SCREEN),
  scene('subscription-price', '/subscription?edit=1', [fill(/^Price/, '999'), clickButton('Update'), dialog]),
  scene('subscriptions-empty', '/subscription', [shownText('No subscription plans available.')], {
    given: { '**/api/admin/subscription-products': [] },
  }),
  scene(
    'subscription-form',
    '/subscription?add',
    [fill(/^Product ID/, 'Gold Plan'), clickButton('Submit'), shownText('Please fill in all required fields.')],
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
  scene('palette-unmatched', '/settings', [heading('Settings'), search('xyzzy'), shownText('Nothing found')]),
  scene('menu', '/dashboard', [shown('list', 'Sign-ups'), clickButton('Open menu'), shown('dialog', 'Menu')], {
    widths: [390, 768],
  }),
  scene(
    'users-left',
    '/User?range=all',
    [
      (page) => page.route('**/api/admin/users/*', (route) => route.fulfill({ status: 503, json: BUSY })),
      select(2),
      select(3),
      clickButton('Delete 2 users'),
      clickButton('Delete 2 users', 'alertdialog'),
      shownText('No user was deleted'),
    ],
    LOGS_ERRORS,
  ),
  scene('shortcuts', '/settings', [heading('Settings'), pressKey('?'), shown('dialog', 'Keyboard shortcuts')]),
  scene(
    'offline',
    '/User?range=all',
    [twelveUsers, (page) => page.context().setOffline(true), shownText('No connection.')],
    LOGS_ERRORS,
  ),
  scene('profile', '/Myprofile', [labelled('Last Name')], SCREEN),
  scene('profile-security', '/Myprofile', [shownText('Never used')], {
    ...FULL_PAGE,
    given: {
      '**/api/admin/two-factor': { enabled: true, enabled_at: '2026-03-01T09:30:00Z', recovery_codes_left: 9 },
      '**/api/admin/sessions': [
        { id: 'a', device: 'Chrome on macOS', ip: '203.0.113.7', ...usageTimes, current: true },
        { id: 'b', device: null, ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348', ...usageTimes, current: false },
      ],
      '**/api/admin/tokens': [
        {
          id: 2,
          name: 'Nightly export',
          scopes: ['read'],
          hint: 'x7Qa',
          ...usageTimes,
          expires_at: '2036-05-30T06:00:00Z',
        },
        {
          id: 1,
          name: 'Catalogue of the staging server',
          scopes: ['read', 'catalogue', 'users'],
          created_at: usageTimes.created_at,
          last_used_at: null,
          expires_at: '2026-01-02T06:00:00Z',
        },
      ],
    },
  }),
  scene('profile-two-factor-set-up', '/Myprofile', [clickButton('Set up'), scrollToTwoFactor]),
  scene(
    'profile-recovery-codes',
    '/Myprofile',
    [
      clickButton('Set up'),
      fill('First code of the app', '123456'),
      (page) => button(page, 'I have saved them').waitFor(),
      scrollToTwoFactor,
    ],
    {
      given: {
        '**/two-factor/confirm': { recovery_codes: Array.from({ length: 10 }, (_, index) => `3k9vd-x2m7${index}`) },
      },
    },
  ),
  scene(
    'profile-confirm-identity',
    '/Myprofile',
    [
      refuseTokens,
      clickButton('New token'),
      fill('Name*', 'Nightly export'),
      check(/./),
      clickButton('Create token'),
      dialog,
    ],
    LOGS_ERRORS,
  ),
  scene('settings', '/settings', [heading('Settings')], { ...SCREEN, ...FULL_PAGE }),
  scene('trash', '/trash', [shown('checkbox', 'Select Gold')], { ...SCREEN, given: inTrash(trashItems) }),
  scene('trash-empty', '/trash', [shownText('The trash is empty')]),
  scene('trash-selected', '/trash', [check('Select Gold')], { given: inTrash(trashItems.slice(0, 3)) }),
  scene(
    'trash-conflict',
    '/trash',
    [check('Select Trust'), clickButton('Restore'), labelled('Another name for “Trust”')],
    {
      given: {
        ...inTrash(trashItems),
        '**/api/admin/trash/restore': {
          restored: 0,
          left: 0,
          conflicts: [
            { ...trashItems[0], field: 'category_name', message: 'Another category now has the name “Trust”.' },
          ],
        },
      },
    },
  ),
  scene('import-empty', '/import', [shownText('YAML, JSON or CSV')]),
  scene('import', '/import', [chooseCatalogue], SCREEN),
  scene(
    'import-done',
    '/import',
    [takeImports, chooseCatalogue, clickButton(/^Import /), shown('button', /^Retry /)],
    LOGS_ERRORS,
  ),
  scene(
    'history',
    '/history',
    // Prices have their currency once the plans are loaded.
    [shownText('€7.99')],
    { ...SCREEN, given: eventsOfAllKinds },
  ),
  scene(
    'history-opened',
    '/history',
    [shownText('€7.99'), (page) => page.getByRole('button', { name: 'Details' }).nth(5).click()],
    { given: eventsOfAllKinds },
  ),
  scene(
    'history-filter',
    '/history?kind=product',
    [shownText('€7.99'), pressOr(/^Event/, clickButton(/^Filters/)), shown('dialog', /^(?:Event: choose|Filters)$/)],
    {
      given: eventsOfAllKinds,
    },
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
    [click('tab', 'History'), shownText('Failed to fetch the history.')],
    { failing: '**/api/admin/history?*' },
  ),
  scene('history-of-user', '/User?range=all&user=2', openHistory, { given: eventsOfUser }),
  scene('users-erase', '/User?range=all&user=2', [clickButton('Delete permanently', 'dialog'), dialog]),
  scene('trash-emptying', '/trash', [clickButton('Empty trash'), labelled('Type DELETE to confirm')], {
    given: inTrash(trashItems, 30),
  }),
  scene('notifications', '/Usernotifications', [heading('Notifications')], { ...SCREEN, ...FULL_PAGE }),
  scene('notifications-empty', '/Usernotifications', [deleteNotifications, shownText('No notifications left')]),
  scene('toast', '/Myprofile', [
    (page) => page.getByLabel('First Name').press('Enter'),
    (page) => page.getByRole('dialog').filter({ hasText: 'Profile updated successfully!' }).waitFor(),
  ]),
  scene('not-found', '/nowhere', [heading('Page not found')], SCREEN),
]

/** One scene per screen, without failures. */
export const screens = scenes.filter(({ isScreen }) => isScreen)
