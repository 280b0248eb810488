import type { Page } from '@playwright/test'
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
  operation: OperationId
  /** The words of the error catalogue (specification, section 8; where it is silent, those of core). */
  texts: { failed: string; refused: string; denied?: string }
  /** What the level 1 heading says while the call fails. */
  title: string
  /** Makes sure that there is something to work on, before the page is opened. */
  given?: (site: Site) => Promise<unknown>
  /** Leads from the opened page to where the call is made. Absent where opening the page makes it. */
  prepare?: (page: Page) => Promise<unknown>
  /** Leads back there after a sign-in has led to the page. */
  resume?: (page: Page) => Promise<unknown>
  /** Makes the call, for the first time or again. */
  attempt: (page: Page) => Promise<unknown>
  /** What is typed, by label, and must stay. */
  typed?: Readonly<Record<string, string>>
  /** The label of a field that a file is chosen in. */
  file?: string
  /** A field that the server can name, and its label. */
  field?: readonly [name: string, label: string]
  /** Waits for what is on the screen after success. */
  done: (page: Page) => Promise<unknown>
}

/** The file that the form is given. */
export const PICTURE = 'photo of the test.png'

const TO_DELETE = 'Extra One'
const typed = { 'Position Name': 'A new one', Benefits: 'One\nTwo', Tips: 'T', Challenges: 'C', 'Safety Tips': 'S' }
const askToDelete = (page: Page) => page.getByRole('button', { name: `Delete ${TO_DELETE}`, exact: true }).click()

/**
 * One screen for each mechanism: what loads, what saves a form, what deletes. Beside each other screen, a test shows that
 * its calls are wired to the same three.
 */
export const faultCases: readonly FaultCase[] = [
  {
    name: 'users',
    kind: 'load',
    path: '/User?range=all&search=example',
    operation: 'listUsers',
    texts: { failed: 'An error occurred while fetching users.', refused: 'Failed to fetch users.' },
    title: 'Users',
    attempt: (page) => page.getByRole('button', { name: 'Retry' }).click(),
    done: (page) => page.getByText('Showing 12 out of').waitFor(),
  },
  {
    name: 'a new position',
    kind: 'save',
    path: '/Kamasutra?add',
    operation: 'savePosition',
    texts: {
      failed: 'An error occurred while saving position.',
      refused: 'Failed to add/update position',
      denied: 'Authentication failed. Please log in again.',
    },
    title: 'Add Position',
    file: 'Photo',
    typed,
    prepare: async (page) => {
      for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
      await page.getByLabel('Category', { exact: true }).selectOption('1')
    },
    attempt: (page) => page.getByRole('button', { name: 'Submit', exact: true }).click(),
    field: ['subcategory_name', 'Position Name'],
    done: (page) => page.getByRole('link', { name: 'Edit A new one' }).waitFor(),
  },
  {
    name: 'deleting a category',
    kind: 'delete',
    path: '/category?search=extra',
    operation: 'deleteCategory',
    texts: {
      failed: 'An error occurred while deleting category.',
      refused: 'Failed to delete category.',
      denied: 'Authentication failed. Please log in again.',
    },
    title: 'Categories',
    given: (site) => add(site, 'category', { category_name: TO_DELETE, category_image: pngFile('a.png') }),
    prepare: askToDelete,
    resume: askToDelete,
    attempt: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete category' }).click(),
    done: async (page) => {
      await page.getByText(`${TO_DELETE} was deleted.`).first().waitFor()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    },
  },
]
