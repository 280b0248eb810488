import type { Locator, Page } from '@playwright/test'
import { expect, test as base, type Site } from './support/site.ts'

/** The same site by its name: WebAuthn has no passkeys for an IP address. */
const test = base.extend({
  site: async ({ site }, use) => use({ ...site, url: site.url.replace('127.0.0.1', 'localhost') }),
})

test.use({ expectedErrors: /^Failed to load resource.*403/ })

/** Adds an authenticator that has verified its person, and agrees to whatever is asked. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ada', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

/** Adds a passkey on the profile, and returns its panel. */
async function addPasskey(page: Page, site: Site): Promise<Locator> {
  await addAuthenticator(page)
  await page.goto(`${site.url}/Myprofile`)
  const panel = page.getByRole('region', { name: 'Passkeys' })
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(panel.getByRole('listitem')).toContainText('Never used')
  return panel
}

test('a passkey is added, and signs in from the email field or by the button', async ({ page, site, signIn }) => {
  await signIn()
  const panel = await addPasskey(page, site)
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(panel.getByText('This device already has a passkey for your account.')).toBeVisible()

  // The email field offers the passkey, and the authenticator takes it at once.
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.addInitScript(() => Reflect.set(PublicKeyCredential, 'isConditionalMediationAvailable', undefined))
  await page.reload()
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.goto(`${site.url}/Myprofile`)
  await expect(panel.getByRole('listitem')).toContainText('Last used')
})

test('a passkey confirms its own removal ten minutes after the sign-in', async ({ page, site, signIn }) => {
  await signIn()
  const panel = await addPasskey(page, site)
  site.server.advance(11 * 60_000)
  await panel.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(panel.getByText('You have no passkeys.')).toBeVisible()
})
