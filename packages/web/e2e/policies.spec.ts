import { expect, test } from './support/site.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const [path, heading, sentence] of [
    ['/privacy-policy', 'Privacy policy', 'We never sell your data.'],
    ['/Support-Policy', 'Support', 'We reply within 24-48 hours.'],
  ] as const) {
    test(`${path} says its text, and may be found`, async ({ page, site }) => {
      await page.goto(site.url + path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(sentence, { useInnerText: true })
      await expect(page).toHaveTitle(`${heading} · Rapport`)
      await expect(page.locator('meta[name=robots]')).toHaveCount(0)
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /relationship-coaching app/)
    })
  }

  test('the console itself may not be found', async ({ page, site }) => {
    await page.goto(`${site.url}/signin`)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(page.locator('body')).toContainText('Rapport needs JavaScript.', { useInnerText: true })
  })
})

test('every icon, and those of the manifest, is served as one', async ({ page, site, request }) => {
  await page.goto(`${site.url}/signin`)
  const linked = await page
    .locator('link[rel*=icon]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const manifest = await request.get(`${site.url}/manifest.webmanifest`)
  const { icons }: { icons: { src: string }[] } = await manifest.json()
  const files = [...linked, ...icons.map(({ src }) => src)]
  expect(files).toContain('/apple-touch-icon.png')
  for (const file of ['/favicon.ico', ...files]) {
    const response = await request.get(site.url + file)
    expect(response.headers()['content-type'], file).toMatch(/^image\//)
  }
})

test("the browser's own colour is that of the navigation", async ({ page, site }) => {
  await page.goto(`${site.url}/signin`)
  const colour = page.locator('meta[name=theme-color]')
  await expect(colour).toHaveAttribute('content', '#6c44b6')
  await page.evaluate(() => localStorage.setItem('rapportTheme', JSON.stringify({ navigationColour: '#204060' })))
  await page.reload()
  await expect(colour).toHaveAttribute('content', /#204060/)
})
