import { Buffer } from 'node:buffer'
import { pngFile } from '../../src/testing/image-files.ts'
import { expectHarmless, refuseDialogs, someTexts } from './hostile-pages.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { expect, test } from '../site.ts'

test.use({ signedIn: true, trace: 'off' })

test.beforeEach(({ page }) => refuseDialogs(page))

test('the name of the admin, in the profile and in the top bar', async ({ page, site }) => {
  await page.goto(`${site.url}/Myprofile`)
  for (const text of HOSTILE_TEXTS) {
    await page.getByLabel('First Name').fill(text)
    await page.getByLabel('Last Name').fill(text)
    await page.getByLabel('Last Name').press('Enter')
    await expect(page.getByRole('banner').getByRole('button', { name: text })).toBeVisible()
    await expectHarmless(page, text)
  }
})

test('names of chosen files, and of files to choose again', async ({ page, site }) => {
  const buffer = Buffer.from(await pngFile('a.png').arrayBuffer())
  for (const form of ['/category?add', '/Kamasutra?add']) {
    await page.goto(site.url + form)
    for (const name of HOSTILE_TEXTS) {
      await page.getByLabel('Photo').setInputFiles({ name, mimeType: 'image/png', buffer })
      await expect(page.getByRole('main').locator('bdi').getByText(name, { exact: true })).toBeVisible()
      await expectHarmless(page, name)
    }
  }
  // A draft is kept of what was typed; the file is only named.
  await page.getByLabel('Position Name').fill('Half a name')
  for (const name of someTexts(4)) {
    await page.getByLabel('Photo').setInputFiles({ name, mimeType: 'image/png', buffer })
    await expect(page.getByRole('main').locator('bdi').getByText(name, { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^Your unsaved changes/)).toContainText(name)
    await expectHarmless(page, name)
  }
})
