import type { Page } from '@playwright/test'
import { pngFile } from '../src/testing/image-files.ts'
import { add } from './records.ts'
import { expect, test, type Site } from './site.ts'

const BATCH = '6d1f2a34-0b5c-4d6e-8f70-112233445566'
const USERS = 500

test.use({ signedIn: true, expectedErrors: /^Failed to load resource.*409/ })

async function addCategory(site: Site): Promise<{ category: number; position: number }> {
  const category = await add(site, 'category', {
    category_name: 'Trust',
    category_image: pngFile('a.png', { seed: 1 }),
  })
  const image = pngFile('b.png', { seed: 2 })
  const position = { category_id: category, subcategory_name: 'Side by Side', sub_cat_image: image }
  return { category, position: await add(site, 'subcategory', position) }
}

async function deleteTogether({ server }: Site, path: string): Promise<void> {
  const headers = { Authorization: `Bearer ${await server.signIn()}` }
  const url = `${server.baseUrl}/api/admin/${path}?batch=${BATCH}`
  expect((await server.fetch(new Request(url, { method: 'DELETE', headers }))).status).toBe(200)
}

test('a category with positions is refused, or deleted with them, and then restored with them @reference', async ({
  page,
  site,
}) => {
  await addCategory(site)
  await page.goto(`${site.url}/category`)
  await page.getByRole('button', { name: 'Delete Trust' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Delete category' }).click()
  await expect(dialog.getByRole('alert')).toContainText('position')
  await dialog.getByRole('checkbox', { name: 'Also delete its position' }).check()
  await dialog.getByRole('button', { name: 'Delete category' }).click()
  await expect(page.getByText('Trust with 1 position was deleted.').first()).toBeVisible()

  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('checkbox', { name: 'Select Side by Side' }).check()
  await page.getByRole('button', { name: 'Restore the whole batch' }).click()
  await expect(page.getByText('2 records were restored.').first()).toBeVisible()
  await page.goto(`${site.url}/Kamasutra`)
  await expect(page.getByRole('article')).toContainText('Trust')
})

test(
  'restoring asks for another name when the name was taken in the meantime @reference',
  { tag: '@stress' },
  async ({ page, site }) => {
    const { category, position } = await addCategory(site)
    await deleteTogether(site, `subcategory/${position}`)
    await deleteTogether(site, `category/${category}`)
    await add(site, 'category', { category_name: 'Trust', category_image: pngFile('c.png', { seed: 3 }) })
    await page.goto(`${site.url}/trash`)
    await page.getByRole('button', { name: 'Restore Trust' }).click()
    const dialog = page.getByRole('alertdialog', { name: '1 record could not be restored' })
    await dialog.getByLabel('Another name for “Trust”').fill('Faith')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Restore Side by Side' }).click()
    await expect(page.getByText('The trash is empty')).toBeVisible()
    await page.goto(`${site.url}/Kamasutra`)
    await expect(page.getByRole('article')).toContainText('Faith')
  },
)

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

test('a server without a trash deletes permanently after a warning, and has neither trash nor history @plain', async ({
  page,
  site,
}) => {
  const { category } = await addCategory(site)
  await page.goto(`${site.url}/category?edit=${category}`)
  await expect(page.getByLabel('Category Name')).toHaveValue('Trust')
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^(Trash|History)$/ })).toHaveCount(0)
  await page.goto(`${site.url}/User?range=all&search=Yara`)
  await page.getByRole('row', { name: /Yara/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Details of Yara Newcomer' })
  await expect(drawer.getByText('yara@example.com')).toBeVisible()
  await expect(drawer.getByRole('tab')).toHaveCount(0)
  await expect(drawer.getByRole('button', { name: 'More' })).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Delete user' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('This cannot be undone.')
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(page.getByText('Yara Newcomer was deleted.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.goto(`${site.url}/category`)
  await page.getByRole('button', { name: 'Delete Trust' }).click()
  await dialog.getByRole('checkbox', { name: 'Also delete its position' }).check()
  await expect(dialog).toContainText('This cannot be undone.')
  await dialog.getByRole('button', { name: 'Delete category' }).click()
  await expect(page.getByText('No categories available. Add one!')).toBeVisible()
  for (const screen of ['trash', 'history']) {
    await page.goto(`${site.url}/${screen}`)
    await expect(page.getByText(`This server has no ${screen}.`)).toBeVisible()
  }
})
