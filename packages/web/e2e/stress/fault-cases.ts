import type { Locator, Page } from '@playwright/test'
import type { OperationId } from '@rapport/core/api/operations.ts'
import { pngFile } from '../../src/testing/image-files.ts'
import { add } from '../records.ts'
import type { Site } from '../site.ts'
import type { CallKind } from './faults.ts'

/** A call of a screen, with all that a fault in it must leave alone. */
export interface FaultCase {
  name: string
  kind: CallKind
  path: string
  isPublic?: boolean
  operation: OperationId
  /** The words of the error catalogue (specification, section 8; where it is silent, those of core). */
  texts: { failed: string; refused: string; denied?: string }
  /** What the level 1 heading says while the call fails. */
  title: string
  /** Makes sure that there is something to work on, before the page is opened. */
  given?: (site: Site) => Promise<unknown>
  /** Leads from the opened page to where the call is made. Absent where opening the page makes it. */
  prepare?: (page: Page, site: Site) => Promise<unknown>
  /** Leads back there after a sign-in has led to the page. */
  resume?: (page: Page) => Promise<unknown>
  /** Makes the call, for the first time or again. */
  attempt: (page: Page) => Promise<unknown>
  /** The name of the button that makes the call. */
  button: string
  /** What is typed, by label, and must stay. */
  typed?: Readonly<Record<string, string>>
  /** The label of a field that a file is chosen in. */
  file?: string
  /** A field that the server can name, and its label. */
  field?: readonly [name: string, label: string]
  /** What the call is answered with in the end, where the server has no reason to. */
  answer?: unknown
  /** Waits for what is on the screen after success. */
  done: (page: Page, site: Site) => Promise<unknown>
}

/** The file that the forms are given. */
export const PICTURE = 'photo of the test.png'

const LISTED: Record<string, Pick<FaultCase, 'operation' | 'texts'>> = {
  users: {
    operation: 'listUsers',
    texts: { failed: 'An error occurred while fetching users.', refused: 'Failed to fetch users.' },
  },
  categories: {
    operation: 'listCategories',
    texts: {
      failed: 'An error occurred while fetching categories.',
      refused: 'Failed to fetch categories.',
      denied: 'Authentication failed. Please log in again.',
    },
  },
  positions: {
    operation: 'listPositions',
    texts: {
      failed: 'An error occurred while fetching positions.',
      refused: 'Failed to fetch positions.',
      denied: 'Authentication failed. Please log in again.',
    },
  },
  products: {
    operation: 'listProducts',
    texts: { failed: 'An error occurred while fetching subscriptions.', refused: 'Failed to fetch subscriptions.' },
  },
  settings: {
    operation: 'getSettings',
    texts: { failed: 'An error occurred while fetching settings.', refused: 'Failed to fetch settings' },
  },
}

interface Reading extends Pick<FaultCase, 'name' | 'path' | 'title' | 'done'> {
  of: keyof typeof LISTED
  attempt?: FaultCase['attempt']
}

/** A screen that loads something, and offers Retry where it cannot. */
function reading({ of, ...rest }: Reading): FaultCase {
  const listed = LISTED[of]
  if (!listed) throw new Error(`Nothing is known of ${of}.`)
  return {
    kind: 'load',
    attempt: (page) => retry(page).click(),
    ...listed,
    ...rest,
    button: 'Retry',
  }
}

interface Saving extends Omit<FaultCase, 'attempt' | 'kind'> {
  /** Choices of the form, by label. */
  chosen?: Readonly<Record<string, string>>
}

/** A form that is filled in and sent. */
function saving({ chosen = {}, ...rest }: Saving): FaultCase {
  return {
    ...rest,
    kind: 'save',
    prepare: async (page, site) => {
      await rest.prepare?.(page, site)
      for (const [label, text] of Object.entries(rest.typed ?? {})) await page.getByLabel(label, EXACT).fill(text)
      for (const [label, option] of Object.entries(chosen)) await page.getByLabel(label, EXACT).selectOption(option)
    },
    attempt: (page) => page.getByRole('button', { name: rest.button, exact: true }).click(),
  }
}

interface Deleting extends Pick<FaultCase, 'name' | 'path' | 'title' | 'operation' | 'texts' | 'button'> {
  /** Adds what is deleted, named `TO_DELETE`. */
  given: (site: Site) => Promise<unknown>
}

/** A delete dialog, opened by the button `Delete NAME`. */
function deleting(rest: Deleting): FaultCase {
  const ask = (page: Page) => page.getByRole('button', { name: `Delete ${TO_DELETE}`, exact: true }).click()
  return {
    ...rest,
    kind: 'delete',
    prepare: ask,
    resume: ask,
    attempt: (page) => page.getByRole('alertdialog').getByRole('button', { name: rest.button }).click(),
    done: async (page) => {
      await page.getByText(`${TO_DELETE} was deleted.`).first().waitFor()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    },
  }
}

const TO_DELETE = 'Extra One'
const EXACT = { exact: true }
const retry = (within: Page | Locator) => within.getByRole('button', { name: 'Retry' })
const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
const cards = (page: Page) => page.getByRole('article').first().waitFor()
const GENERIC = 'An error occurred. Please try again.'
const PRODUCT_SAVE = {
  failed: 'An error occurred while saving subscription.',
  refused: 'Failed to save subscription.',
}
const POSITION_SAVE = {
  failed: 'An error occurred while saving position.',
  refused: 'Failed to add/update position',
  denied: 'Authentication failed. Please log in again.',
}
const CATEGORY_SAVE = {
  failed: 'An error occurred while saving category.',
  refused: 'Failed to add/update category',
  denied: 'Authentication failed. Please log in again.',
}

const publicForms: readonly FaultCase[] = [
  saving({
    name: 'sign-in',
    path: '/signin',
    isPublic: true,
    operation: 'login',
    texts: { failed: 'An error occurred during sign in.', refused: 'Login failed. Please try again.' },
    title: 'Sign in',
    typed: { Email: 'admin@example.com', Password: 'correct horse battery staple' },
    button: 'Sign in',
    field: ['email', 'Email'],
    done: heading('Dashboard'),
  }),
  saving({
    name: 'forgot password',
    path: '/Forgotpassword',
    isPublic: true,
    operation: 'forgotPassword',
    texts: { failed: GENERIC, refused: 'Failed to send OTP. Please try again.' },
    title: 'Forgot password',
    typed: { Email: 'admin@example.com' },
    button: 'Send OTP',
    field: ['email', 'Email'],
    done: heading('Enter your code'),
  }),
  saving({
    name: 'one-time code',
    path: '/Forgotpassword',
    isPublic: true,
    operation: 'verifyOtp',
    texts: {
      failed: 'An error occurred during OTP verification.',
      refused: 'Invalid OTP or verification failed.',
    },
    title: 'Enter your code',
    prepare: async (page) => {
      await page.getByLabel('Email').fill('admin@example.com')
      await page.getByRole('button', { name: 'Send OTP' }).click()
    },
    answer: { reset_token: 'a token of the test' },
    typed: {
      'One-time code': '0',
      ...Object.fromEntries(['1', '2', '3', '4', '5'].map((digit, at) => [`Digit ${at + 2} of 6`, digit])),
    },
    button: 'Verify',
    field: ['otp', 'One-time code'],
    done: heading('Reset password'),
  }),
  saving({
    name: 'reset password',
    path: '/reset-password',
    isPublic: true,
    operation: 'resetPassword',
    texts: { failed: GENERIC, refused: GENERIC },
    title: 'Reset password',
    prepare: async (page, site) => {
      await page.evaluate(() => localStorage.setItem('resetToken', 'a token of the test'))
      await page.goto(`${site.url}/reset-password`)
    },
    answer: null,
    typed: { 'New password': 'another horse of the battery' },
    button: 'Reset password',
    field: ['newPassword', 'New password'],
    done: (page) => page.getByText('Your password has been changed.').waitFor(),
  }),
]

const lists: readonly FaultCase[] = [
  reading({
    name: 'dashboard',
    of: 'users',
    path: '/dashboard',
    title: 'Dashboard',
    done: async (page) => {
      await page.getByRole('list', { name: 'Sign-ups' }).waitFor()
      await page.getByRole('table', { name: 'Recent users' }).getByRole('button').first().waitFor()
    },
  }),
  reading({
    name: 'users',
    of: 'users',
    path: '/User?range=all&search=example',
    title: 'Users',
    done: (page) => page.getByText('Showing 12 out of').waitFor(),
  }),
  reading({ name: 'positions', of: 'positions', path: '/Kamasutra', title: 'Positions', done: cards }),
  reading({ name: 'categories', of: 'categories', path: '/category', title: 'Categories', done: cards }),
  reading({ name: 'subscriptions', of: 'products', path: '/subscription', title: 'Subscription Plans', done: cards }),
  reading({
    name: 'profile',
    of: 'settings',
    path: '/Myprofile',
    title: 'My Profile',
    done: (page) => page.getByLabel('Last Name').waitFor(),
  }),
  reading({
    name: 'the categories of a new position',
    of: 'categories',
    path: '/Kamasutra?add',
    title: 'Add Position',
    done: (page) => page.getByLabel('Category').getByText('Select a category').waitFor({ state: 'attached' }),
  }),
  reading({
    name: 'a position to edit',
    of: 'positions',
    path: '/Kamasutra?edit=1',
    title: 'Edit Position',
    done: (page) => page.getByLabel('Position Name').waitFor(),
  }),
]

const forms: readonly FaultCase[] = [
  saving({
    name: 'a new position',
    path: '/Kamasutra?add',
    operation: 'savePosition',
    texts: POSITION_SAVE,
    title: 'Add Position',
    file: 'Photo',
    typed: { 'Position Name': 'A new one', Benefits: 'One\nTwo', Tips: 'T', Challenges: 'C', 'Safety Tips': 'S' },
    chosen: { Category: '1' },
    button: 'Submit',
    field: ['subcategory_name', 'Position Name'],
    done: (page) => page.getByRole('link', { name: 'Edit A new one' }).waitFor(),
  }),
  saving({
    name: 'a new category',
    path: '/category?add',
    operation: 'saveCategory',
    texts: CATEGORY_SAVE,
    title: 'Add Category',
    file: 'Photo',
    typed: { 'Category Name': 'New ones' },
    button: 'Submit',
    field: ['category_name', 'Category Name'],
    done: (page) => page.getByRole('link', { name: 'Edit New ones' }).waitFor(),
  }),
  saving({
    name: 'a category to edit',
    path: '/category?edit=2',
    operation: 'saveCategory',
    texts: CATEGORY_SAVE,
    title: 'Edit Category',
    file: 'Photo',
    typed: { 'Category Name': 'Other ones' },
    button: 'Update Category',
    field: ['category_name', 'Category Name'],
    done: (page) => page.getByRole('link', { name: 'Edit Other ones' }).waitFor(),
  }),
  saving({
    name: 'a new subscription',
    path: '/subscription?add',
    operation: 'createProduct',
    texts: PRODUCT_SAVE,
    title: 'Add Subscription',
    typed: { 'Product ID*': 'app_new', 'Name*': 'New', 'Price*': '1.25', 'Trial Period (Days)': '3' },
    chosen: { Currency: 'GBP', 'Billing Cycle': 'weekly' },
    button: 'Submit',
    field: ['product_id', 'Product ID*'],
    done: (page) => page.getByRole('link', { name: 'Edit New', exact: true }).waitFor(),
  }),
  saving({
    name: 'a subscription to edit',
    path: '/subscription?edit=1',
    operation: 'updateProduct',
    texts: PRODUCT_SAVE,
    title: 'Edit Subscription',
    typed: { 'Name*': 'Edited', 'Price*': '2.5' },
    button: 'Update',
    field: ['name', 'Name*'],
    done: (page) => page.getByRole('link', { name: 'Edit Edited' }).waitFor(),
  }),
  saving({
    name: 'one’s own profile',
    path: '/Myprofile',
    operation: 'updateSettings',
    texts: { failed: 'An error occurred while updating profile.', refused: 'Failed to update profile' },
    title: 'My Profile',
    typed: { 'First Name*': 'Ada', 'Last Name*': 'Adamant' },
    button: 'Save Changes',
    field: ['last_name', 'Last Name*'],
    done: (page) => page.getByText('Profile updated successfully!').first().waitFor(),
  }),
]

const dialogs: readonly FaultCase[] = [
  deleting({
    name: 'deleting a user',
    path: '/User?range=all&search=extra',
    operation: 'deleteUser',
    texts: { failed: 'An error occurred while deleting user.', refused: 'Failed to delete user.' },
    title: 'Users',
    button: 'Delete user',
    given: ({ server }) => server.addUser({ first_name: 'Extra', last_name: 'One' }),
  }),
  deleting({
    name: 'deleting a user on the dashboard',
    path: '/dashboard',
    operation: 'deleteUser',
    texts: { failed: 'An error occurred while deleting user.', refused: 'Failed to delete user.' },
    title: 'Dashboard',
    button: 'Delete user',
    given: ({ server }) => server.addUser({ first_name: 'Extra', last_name: 'One' }),
  }),
  deleting({
    name: 'deleting a category',
    path: '/category?search=extra',
    operation: 'deleteCategory',
    texts: {
      failed: 'An error occurred while deleting category.',
      refused: 'Failed to delete category.',
      denied: 'Authentication failed. Please log in again.',
    },
    title: 'Categories',
    button: 'Delete category',
    given: (site) => add(site, 'category', { category_name: TO_DELETE, category_image: pngFile('a.png') }),
  }),
  deleting({
    name: 'deleting a position',
    path: '/Kamasutra?search=extra',
    operation: 'deletePosition',
    texts: {
      failed: 'An error occurred while deleting position.',
      refused: 'Failed to delete position.',
      denied: 'Authentication failed. Please log in again.',
    },
    title: 'Positions',
    button: 'Delete position',
    given: (site) =>
      add(site, 'subcategory', { category_id: '1', subcategory_name: TO_DELETE, sub_cat_image: pngFile('a.png') }),
  }),
  deleting({
    name: 'deleting a subscription',
    path: '/subscription',
    operation: 'deleteProduct',
    texts: { failed: 'An error occurred while deleting subscription.', refused: 'Failed to delete subscription.' },
    title: 'Subscription Plans',
    button: 'Delete subscription',
    given: (site) => add(site, 'subscription-products', { product_id: 'extra', name: TO_DELETE, price: 1 }),
  }),
]

/** Every call of every screen that has any; settings, notifications and the policies make none of their own. */
export const faultCases: readonly FaultCase[] = [...publicForms, ...lists, ...forms, ...dialogs]
