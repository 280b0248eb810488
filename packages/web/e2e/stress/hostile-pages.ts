import type { Page } from '@playwright/test'
import { expect } from '../support/site.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

/** Query string that shows all texts on one page of a list. */
export const ALL_ON_ONE_PAGE = 'size=50'

/** Fails the test when a text opens a browser dialog. */
export function refuseDialogs(page: Page): void {
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') throw new Error(`A dialog was opened: ${dialog.message()}`)
    void dialog.accept()
  })
}

export const someTexts = (every: number) => HOSTILE_TEXTS.filter((_, index) => index % every === 0)

/** Goes to a path, and waits for a text or for fields that hold these values. */
export async function goWithoutReload(
  page: Page,
  path: string,
  { text, values = [] }: { text?: string; values?: string[] },
): Promise<void> {
  const isShown = await page.evaluate(
    async ({ path: to, wantedText, wantedValues }) => {
      history.pushState({}, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
      const holds = () => {
        const fields = [...document.querySelectorAll<HTMLInputElement>('main input, main textarea')]
        const matchingFields = fields.filter(({ value }) => wantedValues.includes(value)).length
        const hasText = wantedText === undefined || document.body.textContent.includes(wantedText)
        return hasText && matchingFields >= wantedValues.length
      }
      for (const end = performance.now() + 5000; performance.now() < end && !holds();) {
        await new Promise((resolve) => {
          setTimeout(resolve, 4)
        })
      }
      return holds()
    },
    { path, wantedText: text, wantedValues: values },
  )
  expect(isShown, path).toBe(true)
  await expectHarmless(page, path)
}

/** Selectors of elements that exist only if a text is rendered as markup. */
const FOREIGN = [
  'script:not([src])',
  'style',
  'iframe, object, embed, base, video, audio, marquee, math, details, form[action], meta[http-equiv]',
  '[onerror], [onload], [onfocus], [onmouseover], [ontoggle], [onbegin], [onstart]',
  '[src*="exfil"], [href*="exfil"], [href^="javascript:"], [href^="data:"]',
].join()

/** Expects that no text was run, loaded or rendered as markup. */
export async function expectHarmless(page: Page, what: string): Promise<void> {
  const found = await page.evaluate(
    (foreign) => ({
      stolen: localStorage.getItem('stolen'),
      foreign: [...document.querySelectorAll(foreign)].map(({ outerHTML }) => outerHTML),
    }),
    FOREIGN,
  )
  expect(found, what).toEqual({ stolen: null, foreign: [] })
}

/** Waits until the page shows every text literally. */
export async function expectAllShown(page: Page): Promise<void> {
  const missing = async () => {
    const shown = await page.locator('main').locator('table, article').allTextContents()
    return HOSTILE_TEXTS.filter((text) => !shown.some((shownText) => shownText.includes(text)))
  }
  await expect.poll(missing).toEqual([])
  await expectHarmless(page, 'all shown')
}

/** Mocks a response with this data. */
export async function mockData(page: Page, path: string, data: () => unknown): Promise<void> {
  await page.route(`**/api/admin/${path}`, (route) => route.fulfill({ json: { code: 200, message: '', data: data() } }))
}
