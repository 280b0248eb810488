import type { Page, Route } from '@playwright/test'

/** A state of the console that can be shown. */
export interface Scene {
  name: string
  path: string
  /** Open to everybody: it is shown signed out. */
  isPublic?: boolean
  /** Calls that the server fails to answer. */
  failing?: string
  /** The whole length of the page rather than what is seen first. */
  isWhole?: boolean
  /** Leads from the opened page to the state, and waits until it stands. */
  ready: (page: Page) => Promise<unknown>
}

/** What becomes of the calls of `failing`. */
export const fail = (route: Route) => route.fulfill({ status: 500, json: { code: 500, message: '', data: null } })

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()

const firstCard = (page: Page) => page.getByRole('article').first().waitFor()

/** Sends the form as it is, and waits until it says what is missing. */
const refused = (button: string, complaint: string) => async (page: Page) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByText(complaint).first().waitFor()
}

export const scenes: readonly Scene[] = [
  { name: 'sign-in', path: '/signin', isPublic: true, ready: heading('Sign in') },
  {
    name: 'sign-in-refused',
    path: '/signin',
    isPublic: true,
    ready: refused('Sign in', 'Please enter your password.'),
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
      await page.getByText('joined in the last').waitFor()
      await page.locator('canvas').waitFor()
      await page.getByRole('table', { name: 'Recent users' }).getByRole('button').first().waitFor()
    },
  },
  { name: 'users', path: '/User?range=all', ready: (page) => page.getByText('Showing 12 out of').waitFor() },
  { name: 'users-today', path: '/User', ready: (page) => page.getByText('Showing ').waitFor() },
  {
    name: 'users-delete',
    path: '/User?range=all',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^Delete / })
        .nth(1)
        .click()
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
    name: 'users-delete-many',
    path: '/User?range=all&size=24',
    ready: async (page) => {
      await page.getByText('Showing 24 out of').waitFor()
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: /^Delete \d+ users/ }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Delete/ })
        .click()
      await page.getByText('in capitals').waitFor()
    },
  },
  {
    name: 'users-columns',
    path: '/User?range=all',
    ready: async (page) => {
      await page.getByText('Showing 12 out of').waitFor()
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Gender' }).click()
    },
  },
  { name: 'positions', path: '/Kamasutra', isWhole: true, ready: firstCard },
  {
    name: 'position-form',
    path: '/Kamasutra?add',
    isWhole: true,
    ready: refused('Submit', 'Please select a category.'),
  },
  { name: 'categories', path: '/category', isWhole: true, ready: firstCard },
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
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'subscriptions', path: '/subscription', isWhole: true, ready: firstCard },
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
    path: '/subscription?add',
    ready: async (page) => {
      await page.getByLabel('Product ID').fill('gold')
      await page.getByRole('button', { name: 'Cancel' }).click()
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
      await page.getByText('0 of 2 deleted, 2 still there.').waitFor()
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
  { name: 'settings', path: '/settings', isWhole: true, ready: heading('Settings') },
  { name: 'notifications', path: '/Usernotifications', isWhole: true, ready: heading('Notifications') },
  { name: 'not-found', path: '/nowhere', isPublic: true, ready: heading('There is no such page') },
]
