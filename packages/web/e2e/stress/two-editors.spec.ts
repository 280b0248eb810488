import type { Page } from '@playwright/test'
import { postgresBinaries, startCluster } from '@rapport/server/postgres-cluster'
import { startTestServer } from '@rapport/server/testing'
import { pngFile } from '../../src/testing/image-files.ts'
import { add } from '../support/records.ts'
import { DIST, expect, test as base, type Site } from '../support/site.ts'

const ROUNDS = 20

/** Uses PostgreSQL if installed, which runs two transactions concurrently. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from the pattern
  site: async ({}, use) => {
    const cluster = postgresBinaries === undefined ? undefined : await startCluster()
    try {
      await using server = await startTestServer({ consoleDir: DIST, ...(cluster && { databaseUrl: cluster.url }) })
      await use({ url: await server.listen(), server })
    } finally {
      await cluster?.stop()
    }
  },
})
test.use({ signedIn: true, expectedErrors: /^Failed to load resource.*412/ })

const FIELDS = { benefits: 'Benefits', tips: 'Tips', challenges: 'Challenges', safety_tips: 'Safety Tips' }
const EDITORS = ['Ada', 'Bea'] as const

/** Indexes of the editors of a field in a round: none, Ada, Bea or both. */
const EDITED_BY: readonly (readonly number[])[] = [[], [0], [1], [0, 1]]
const findEditors = (round: number, field: number) =>
  EDITED_BY[(round * 7 + field * 5 + Math.trunc(round / 4)) % 4] ?? []

/** Returns true if the editor replaces the photo. Depending on the round, none, Ada or both do. */
const replacesPhoto = (round: number, editor: number) => round % 5 > editor + 1

async function position({ url }: Site, token: string): Promise<Record<string, string>> {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/admin/subcategories`, { headers })
  const { data }: { data: Record<string, string>[] } = await response.json()
  return data[0] ?? {}
}

async function open(page: Page, site: Site, id: number) {
  await page.goto(`${site.url}/Kamasutra?edit=${id}`)
  await expect(page.getByLabel('Position Name')).toBeVisible()
  // The extensions have loaded when the menu shows the name.
  await expect(page.getByRole('button', { name: 'Ada', exact: true })).toBeVisible()
}

async function edit(page: Page, editor: number, round: number) {
  for (const [field, label] of Object.values(FIELDS).entries()) {
    if (findEditors(round, field).includes(editor))
      await page.getByLabel(label, { exact: true }).fill(`${EDITORS[editor]} in round ${round}`)
  }
  if (replacesPhoto(round, editor)) {
    const file = pngFile('photo.png', { seed: 2 * round + editor + 2 })
    const buffer = Buffer.from(await file.arrayBuffer())
    await page.getByLabel('Photo').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
  }
}

/** Saves and resolves conflicts, alternating sides. Returns the values kept, by label. */
async function save(page: Page, round: number): Promise<Record<string, string>> {
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  const list = page.getByRole('heading', { level: 1, name: 'Positions' })
  const question = page.getByText('Choose which values to keep')
  await expect(list.or(question)).toBeVisible()
  const kept: Record<string, string> = {}
  if (await question.isVisible()) {
    for (const [index, field] of (await page.getByRole('group').filter({ hasText: 'Theirs' }).all()).entries()) {
      const label = (await field.locator('legend').textContent()) ?? ''
      const side = (round + index) % 2 === 0 ? 'Yours' : 'Theirs'
      await field.getByRole('radio', { name: side }).check()
      kept[label] = side
    }
    await page.getByRole('button', { name: 'Update', exact: true }).click()
  }
  await expect(list).toBeVisible()
  return kept
}

test(`two editors save the same position ${ROUNDS} times, and no edit is lost silently`, async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(600_000)
  const category_id = await add(site, 'category', { category_name: 'Trust', category_image: pngFile('a.png') })
  const texts = { category_id, subcategory_name: 'Side by Side' }
  const id = await add(site, 'subcategory', { ...texts, sub_cat_image: pngFile('a.png') })
  const other = await browser.newContext({ storageState: await page.context().storageState() })
  const pages = [page, await other.newPage()] as const
  const token = await site.server.signIn()
  let questions = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await position(site, token)
    for (const [editor, editorPage] of pages.entries()) {
      await open(editorPage, site, id)
      await edit(editorPage, editor, round)
    }
    const kept = await Promise.all(pages.map((editorPage) => save(editorPage, round)))
    const after = await position(site, token)
    for (const [index, [field, label]] of Object.entries(FIELDS).entries()) {
      const editors = findEditors(round, index)
      const asked = [0, 1].filter((editor) => label in (kept[editor] ?? {}))
      // If both edited the field, the second to save is asked.
      expect(asked, `who is asked about ${label} in round ${round}`).toHaveLength(editors.length === 2 ? 1 : 0)
      const [second] = asked
      const winner = second === undefined ? editors[0] : kept[second]?.[label] === 'Yours' ? second : 1 - second
      expect(after[field] ?? '').toBe(
        winner === undefined ? (before[field] ?? '') : `${EDITORS[winner]} in round ${round}`,
      )
      questions += asked.length
    }
    const photos = [0, 1].filter((editor) => replacesPhoto(round, editor)).length
    expect(kept.filter((choices) => 'Photo' in choices)).toHaveLength(photos === 2 ? 1 : 0)
    if (photos === 0) expect(after['sub_cat_image']).toBe(before['sub_cat_image'])
    else expect(after['sub_cat_image']).not.toBe(before['sub_cat_image'])
  }
  expect(questions).toBeGreaterThan(0)
  await other.close()
})
