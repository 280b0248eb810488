import { Buffer } from 'node:buffer'
import type { Locator, Page } from '@playwright/test'
import { pngFile } from '../../src/testing/image-files.ts'
import { axeViolations } from '../support/axe-violations.ts'
import { demoTest as test, expect, submitSignIn, type Site } from '../support/site.ts'
import { faultCases, PICTURE, type FaultCase } from './fault-cases.ts'
import {
  fieldRefused,
  faults,
  Interference,
  offline,
  RETRY_AFTER_SECONDS,
  sessionEnded,
  type CallKind,
  type Fault,
} from './faults.ts'

test.use({
  expectedErrors: /^Failed to load resource|^The settings could not be loaded\./,
  signedIn: true,
  trace: 'off',
})

test.beforeEach(async ({ page }) => {
  // Playwright's clock drives timers, but not `AbortSignal.timeout`.
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds)
      return controller.signal
    }
  })
  await page.clock.install()
})

for (const faultCase of faultCases) {
  test(`${faultCase.name}: shows the error of a failed call, and keeps what was typed`, async ({ page, site }) => {
    const call = await Interference.of(page, faultCase.operation)
    const loads = faultCase.kind === 'load'
    let isFirst = true
    await faultCase.given?.(site)
    for (const fault of findFailures(faultCase.kind)) {
      await test.step(fault.name, async () => {
        call.fault = fault
        if (isFirst) await open(page, site, faultCase)
        const called = call.nextCall()
        await (isFirst && loads ? page.goto(site.url + faultCase.path) : faultCase.attempt(page))
        isFirst = false
        await called
        if (fault.stallMs !== undefined) {
          // Otherwise the jump could end the call before the screen shows that it has begun.
          await expect(page.locator('[role="alert"][data-seen]')).toHaveCount(0)
          await page.clock.fastForward(fault.stallMs)
        }
        await expectFailure(page, faultCase, fault)
        if (fault.asksToWait) {
          expect(await axeViolations(page), 'the failed state').toEqual([])
          await expect(page.getByText(`You can try again in ${RETRY_AFTER_SECONDS} seconds.`).first()).toBeVisible()
        }
      })
    }
    if (faultCase.field) {
      const [name, label] = faultCase.field
      const refused = fieldRefused(name, 'This one is odd.')
      call.fault = refused
      await faultCase.attempt(page)
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(/This one is odd\./)
      await expectFailure(page, faultCase, refused)
    }
    await goOffline(page, faultCase, call)
    await endSession(page, site, faultCase, call)
    call.fault = undefined
    if (!loads) await faultCase.attempt(page)
    await faultCase.done(page)
  })
}

test('Retry loads only the panel of the dashboard that failed', async ({ page, site }) => {
  const call = await Interference.of(page, 'listUsers')
  call.fault = {
    name: 'only the counts fail',
    expectedMessage: 'refused',
    strike: (route) =>
      route.request().url().includes('joined_bounds')
        ? route.fulfill({ status: 500, json: { code: 500, message: '', data: null } })
        : route.continue(),
  }
  await page.goto(`${site.url}/dashboard`)
  const panel = page.getByRole('region', { name: 'Sign-ups' })
  await expect(panel.getByRole('alert')).toHaveText(/^Failed to fetch users\./)
  await expect(page.getByRole('table', { name: 'Recent users' }).getByRole('button')).toHaveCount(5)
  call.fault = undefined
  const { calls } = call
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(panel.getByText('people joined')).toBeVisible()
  await expect(panel).toBeFocused()
  expect(call.calls - calls).toBe(1)
})

test('a failed export shows its error, and keeps the list', async ({ page, site }) => {
  const call = await Interference.of(page, 'listUsers')
  await page.goto(`${site.url}/User?range=all`)
  await expect(page.getByText('Showing 12 out of')).toBeVisible()
  call.fault = faults.find(({ name }) => name === '500 without a message')
  await page.getByRole('button', { name: /Export/ }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch users.')
  await expect(page.getByText('Showing 12 out of')).toBeVisible()
  call.fault = undefined
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: /Export/ }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/\.csv$/)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('settings, notifications and policies work while the server fails', async ({ page, site }) => {
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${site.url}/settings`)
  await page.getByLabel('Body size (px)').fill('18')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.locator('body')).toHaveCSS('font-size', '18px')
  await page.goto(`${site.url}/Usernotifications`)
  await page.getByRole('button', { name: 'Star' }).first().click()
  await expect(page.getByRole('button', { name: 'Star' }).first()).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`${site.url}/support-policy`)
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
})

async function open(page: Page, site: Site, faultCase: FaultCase): Promise<void> {
  if (faultCase.prepare === undefined) return
  await page.goto(site.url + faultCase.path)
  await faultCase.prepare(page)
  await choosePicture(page, faultCase)
}

async function choosePicture(page: Page, { file }: FaultCase): Promise<void> {
  if (file === undefined) return
  const picture = pngFile(PICTURE, { width: 64, height: 48 })
  const buffer = Buffer.from(await picture.arrayBuffer())
  await page.getByLabel(file).setInputFiles({ name: PICTURE, mimeType: picture.type, buffer })
  // The notice of a restored draft names the file, too.
  await expect(page.getByText(PICTURE).last()).toBeVisible()
}

async function expectFailure(page: Page, faultCase: FaultCase, fault: Fault): Promise<void> {
  const { texts } = faultCase
  const newAlerts = page.locator('[role="alert"]:not([data-seen])')
  await becomesVisible(page, newAlerts.first())
  const text = findText(fault, texts)
  // The next failure must be a new element, so that screen readers announce it.
  const alerts = await newAlerts.evaluateAll((elements) =>
    elements.map((element) => {
      element.setAttribute('data-seen', '')
      return element.textContent
    }),
  )
  for (const alert of alerts) expect(alert).toContain(text)
  await expectKept(page, faultCase)
}

function findFailures(kind: CallKind): readonly Fault[] {
  return faults.filter(({ toleratedBy }) => !toleratedBy?.includes(kind))
}

function findText({ expectedMessage }: Fault, texts: FaultCase['texts']): string {
  if (typeof expectedMessage === 'object') return expectedMessage.message
  return (expectedMessage === 'denied' ? texts.denied : texts[expectedMessage]) ?? texts.refused
}

/** Expects the heading, the typed values and the file to be kept. */
async function expectKept(page: Page, { title, typed = {}, file }: FaultCase): Promise<void> {
  await expect(page.locator('h1')).toHaveText(title)
  for (const [label, text] of Object.entries(typed)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
  }
  if (file !== undefined) await expect(page.getByText(PICTURE)).toBeVisible()
}

/** Waits for an element, fast-forwarding the pause before automatic retries. */
async function becomesVisible(page: Page, locator: Locator): Promise<void> {
  await expect(async () => {
    if (!(await locator.isVisible())) await page.clock.runFor(400)
    expect(await locator.isVisible()).toBe(true)
  }).toPass({ intervals: [10, 20, 20, 50], timeout: 10_000 })
}

async function goOffline(page: Page, faultCase: FaultCase, call: Interference): Promise<void> {
  const loads = faultCase.kind === 'load'
  if (loads) {
    // Loaded data stays visible when a reload fails.
    call.fault = undefined
    await faultCase.attempt(page)
    await faultCase.done(page)
    await page.clock.fastForward(31_000)
  }
  call.fault = offline
  await page.context().setOffline(true)
  if (loads) await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  else await faultCase.attempt(page)
  if (!loads) await expectFailure(page, faultCase, offline)
  const banner = page.getByText('No connection.')
  await expect(banner).toBeVisible()
  if (loads) await faultCase.done(page)
  call.fault = undefined
  await page.context().setOffline(false)
  await expect(banner).toBeHidden()
}

/** Ends the session, signs in again and expects the same place and typed values. */
async function endSession(page: Page, site: Site, faultCase: FaultCase, call: Interference): Promise<void> {
  const loads = faultCase.kind === 'load'
  const { href } = new URL(page.url())
  // Leaves the page, so that no background call ends the session first.
  if (loads) await page.goto('about:blank')
  call.fault = sessionEnded
  await (loads ? page.goto(href) : faultCase.attempt(page))
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  expect(page.url()).toBe(`${site.url}/signin`)
  call.fault = undefined
  await submitSignIn(page, site)
  await expect(page).toHaveURL(href)
  await faultCase.resume?.(page)
  await expectKept(page, faultCase)
  await choosePicture(page, faultCase)
}
