import type { Page } from '@playwright/test'
import { expect, test, type Site } from './support/site.ts'

const USERS = 500

test.use({ signedIn: true })

test(
  `${USERS} deleted users come back by Undo, after a reload, and from another browser @reference`,
  { tag: '@stress' },
  async ({ page, site, browser }) => {
    test.slow()
    for (let at = 0; at < USERS; at += 1) {
      await site.server.addUser({ first_name: 'Bulk', last_name: String(at), email: `bulk${at}@example.com` })
    }
    await deleteBulk(page, site)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectRestored(page)

    await deleteBulk(page, site)
    await page.reload()
    await restoreFromTrash(page, site)

    await deleteBulk(page, site)
    const other = await browser.newContext({ storageState: await page.context().storageState() })
    await restoreFromTrash(await other.newPage(), site)
    await other.close()
    await page.goto(`${site.url}/User?range=all&search=bulk`)
    await expectRestored(page)
  },
)

async function deleteBulk(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/User?range=all&search=bulk`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: `Select all ${USERS}` }).click()
  await page.getByRole('button', { name: `Delete ${USERS} users` }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden({ timeout: 60_000 })
  await expect(page.getByText(`All ${USERS} users were deleted.`).first()).toBeVisible()
}

async function restoreFromTrash(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/trash`)
  await page
    .getByRole('checkbox', { name: /^Select Bulk/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Restore the whole batch' }).click()
  await expect(page.getByText(`${USERS} records were restored.`).first()).toBeVisible()
  await expect(page.getByText('The trash is empty')).toBeVisible()
}

const expectRestored = (page: Page) => expect(page.getByText(`Showing 12 out of ${USERS}`)).toBeVisible()
