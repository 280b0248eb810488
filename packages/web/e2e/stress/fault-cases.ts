import type { Page } from '@playwright/test'
import type { OperationId } from '@rapport/core/api/operations.ts'
import { pngFile } from '../../src/testing/image-files.ts'
import { add } from '../support/records.ts'
import type { Site } from '../support/site.ts'
import type { CallKind } from './faults.ts'

/** A call of a screen, and the state that a fault in it must keep. */
export interface FaultCase {
  name: string
  kind: CallKind
  path: string
  operation: OperationId
  /** Error messages of the specification (section 8), or of core where it has none. */
  texts: { failed: string; refused: string; denied?: string }
  /** Text of the level 1 heading while the call fails. */
  title: string
  /** Adds the records that the page needs, before it opens. */
  given?: (site: Site) => Promise<unknown>
  /** Brings the opened page to the call. Undefined if opening the page makes the call. */
  prepare?: (page: Page) => Promise<unknown>
  /** Brings the page to the call again after a sign-in. */
  resume?: (page: Page) => Promise<unknown>
  attempt: (page: Page) => Promise<unknown>
  /** Typed values by label, which must stay. */
  typed?: Readonly<Record<string, string>>
  /** Label of the file field. */
  file?: string
  /** Name in a field error of the server, and label of the field. */
  field?: readonly [name: string, label: string]
  /** Waits for the screen after success. */
  done: (page: Page) => Promise<unknown>
}

/** Name of the file chosen in the form. */
export const PICTURE = 'photo of the test.png'

const TO_DELETE = 'Extra One'
const typed = { 'Position Name*': 'A new one', Benefits: 'One\nTwo', Tips: 'T', Challenges: 'C', 'Safety Tips': 'S' }
const askToDelete = (page: Page) => page.getByRole('button', { name: `Delete ${TO_DELETE}`, exact: true }).click()

/**
 * One screen for each mechanism: loading, saving a form, deleting. The unit tests of the other screens check that they
 * use the same three.
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
      await page.getByLabel('Category*', { exact: true }).selectOption('1')
    },
    attempt: (page) => page.getByRole('button', { name: 'Submit', exact: true }).click(),
    field: ['subcategory_name', 'Position Name*'],
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
