import { writeFile } from 'node:fs/promises'
import type { Engine } from '../../playwright.config.ts'
import { pngFile } from '../../src/testing/image-files.ts'
import { add } from '../support/records.ts'
import { test as base, expect, type Site } from '../support/site.ts'
import { launch, type Browser } from './browser.ts'
import { Screen, type Target } from './screen.ts'

/** The console's own layouts: a phone, and a desktop. */
const WIDTHS = [390, 1440] as const
const HEIGHT = 844

interface Tools {
  ui: Screen
  /** Opens a path with a session. */
  openSignedIn: (path: string) => Promise<void>
}

interface Journey extends Tools {
  site: Site
  isPhone: boolean
  /** Writes a file that can be chosen. */
  file: (name: string, content: string | Uint8Array) => Promise<string>
}

const test = base.extend<Tools, { engine: Engine; browserOfEngine: Browser }>({
  engine: ['chromium', { scope: 'worker', option: true }],
  browserOfEngine: [
    async ({ engine }, use) => {
      const browser = await launch(engine)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // Each test has a site of its own, whose storage and session no other sees.
  ui: ({ browserOfEngine, site }, use) => use(new Screen(browserOfEngine, site.url)),
  openSignedIn: async ({ ui, site }, use) => {
    await use(async (path) => {
      await ui.open('/privacy-policy')
      const token = await site.server.signIn()
      await ui.evaluate((value) => localStorage.setItem('authToken', value), token)
      await ui.open(path)
    })
  },
})

test.describe.configure({ timeout: 60_000 })

function journey(
  name: string,
  run: (tools: Journey) => Promise<void>,
  { widths = WIDTHS }: { widths?: readonly (typeof WIDTHS)[number][] } = {},
): void {
  for (const width of widths) {
    test(`${name}, ${width} px wide`, async ({ ui, openSignedIn, site }, testInfo) => {
      await ui.browser.resize(width, HEIGHT)
      const file = async (fileName: string, content: string | Uint8Array) => {
        const path = testInfo.outputPath(fileName)
        await writeFile(path, content)
        return path
      }
      await run({ ui, openSignedIn, site, file, isPhone: width === 390 })
    })
  }
}

const button = (name: string | RegExp, within?: Target): Target => ({ role: 'button', name, ...(within && { within }) })
const link = (name: string | RegExp, within?: Target): Target => ({ role: 'link', name, ...(within && { within }) })
const heading = (name: string): Target => ({ role: 'heading', name })
const row = (name: RegExp): Target => ({ role: 'row', name })
const DIALOG = { role: 'alertdialog' }

async function submitSignIn(ui: Screen, email: string, password: string): Promise<void> {
  await ui.enter({ label: 'Email' }, email)
  await ui.enter({ label: 'Password' }, password)
  await ui.browser.press('Enter')
}

journey('a wrong password is refused, and the right one opens the dashboard', async ({ ui, site }) => {
  const { email, password } = site.server.admin
  await ui.open('/')
  await ui.isAt(/^\/signin$/)
  await submitSignIn(ui, email, 'wrong')
  await ui.sees({ role: 'alert' })
  await ui.enter({ label: 'Password' }, password)
  await ui.click(button('Sign in'))
  await ui.sees(heading('Dashboard'))
})

journey('every button and link of the dashboard can be clicked', async ({ ui, openSignedIn }) => {
  await openSignedIn('/dashboard')
  await ui.sees(row(/Yoko Newcomer/))
  await ui.sees({ role: 'list', name: 'Sign-ups' })
  expect(await ui.covered('button, input, select, a[href]:not([href="#content"])')).toEqual([])
  expect(await ui.evaluate(cardsThatMiss), 'the whole card of a number is a link').toEqual([])
  expect(await ui.evaluate(cutBadges)).toEqual([])
})

journey(
  'a click on a recent user opens that user, and one on a button only presses it',
  async ({ ui, openSignedIn }) => {
    await openSignedIn('/dashboard')
    for (const name of ['Yara', 'Yoko']) {
      await ui.click(button(`Delete ${name} Newcomer`))
      await ui.sees({ ...DIALOG, name: 'Are you sure you want to delete this user?' })
      await ui.sees({ text: new RegExp(`${name} Newcomer`), within: DIALOG })
      await ui.click(button('Cancel', DIALOG))
      await ui.misses(DIALOG)
      await ui.click(row(new RegExp(`${name} Newcomer`)))
      await ui.sees({ role: 'dialog', name: `Details of ${name} Newcomer` })
      await ui.open('/dashboard')
    }
    await ui.click(button('Table'))
    await ui.sees(row(/^Today 1 0/))
    await ui.click(link(/^Active Users/))
    await ui.sees({ text: 'Showing 12 out of 36' })
  },
)

journey('users are found by presets, by days up to today and by search', async ({ ui, openSignedIn }) => {
  await openSignedIn('/User')
  const dates = button(/^Joined:/)
  await ui.sees({ text: 'Showing 1 out of 1' })
  await ui.click(dates)
  await ui.click(button('Yesterday'))
  await ui.sees({ text: 'Showing 3 out of 3' })
  await ui.click(dates)
  await ui.enter({ label: 'days up to today' }, '99999')
  expect(await ui.evaluate(countCutPixels), 'five digits fit').toBe(0)
  await ui.enter({ label: 'days up to today' }, '2')
  await ui.click(button('Apply'))
  await ui.sees({ text: 'Showing 4 out of 4' })
  const search = { role: 'searchbox', name: 'Search users' }
  await ui.enter(search, 'yoko')
  await ui.sees({ text: 'Showing 1 out of 1' })
  const { right, y } = await ui.evaluate(endOfSearch)
  await ui.browser.clickAt(right - 6, y)
  await ui.sees({ text: 'Showing 1 out of 1' })
  expect((await ui.sees(search)).value, 'the field has no other button that clears it').toBe('yoko')
  await ui.click(button('Clear search'))
  await ui.sees({ text: 'Showing 4 out of 4' })
  expect((await ui.sees(search)).value).toBe('')
})

journey('the details of a user open by a click on the row, and step by keys', async ({ ui, openSignedIn, site }) => {
  await site.server.addUser({ first_name: 'Member', last_name: '00', status: 'suspended' })
  await openSignedIn('/User?range=all&sort=name')
  await ui.sees({ text: 'Suspended' })
  expect(await ui.evaluate(cutBadges)).toEqual([])
  await ui.click(row(/Member 01/))
  await ui.sees({ role: 'dialog', name: 'Details of Member 01' })
  await ui.browser.press('ArrowDown')
  await ui.sees({ role: 'dialog', name: 'Details of Member 02' })
  await ui.click({ role: 'tab', name: 'History' })
  await ui.sees({ text: 'No events yet' })
  await ui.browser.press('Escape')
  await ui.misses({ role: 'dialog', name: /^Details/ })
  await ui.isAt(/^\/User\?range=all&sort=name$/)
})

journey('a deleted user comes back by Undo', async ({ ui, openSignedIn, isPhone }) => {
  await openSignedIn('/User?range=all&search=yara')
  if (isPhone) {
    await ui.click(row(/Yara Newcomer/))
    await ui.click(button('Delete user'))
  } else {
    await ui.click(button('Delete Yara Newcomer'))
  }
  await ui.click(button('Delete user', DIALOG))
  await ui.sees({ text: 'No users match “yara”' })
  await ui.click(button('Undo'))
  await ui.sees(row(/Yara Newcomer/))
})

journey('a category is added with its photo', async ({ ui, openSignedIn, file }) => {
  await openSignedIn('/category?add')
  const photo = pngFile('evening.png', { width: 64, height: 48 })
  await ui.sees({ label: /^Photo/ })
  await ui.browser.chooseFiles(await file(photo.name, await photo.bytes()))
  await ui.sees({ role: 'img', name: 'The chosen image' })
  await ui.enter({ label: /^Category Name/ }, 'Trust')
  await ui.click(button('Submit'))
  await ui.sees({ role: 'article' })
  await ui.click(link('Edit Trust'))
  await ui.sees({ role: 'img', name: 'The current image' })
})

journey('a plan is added, its form opens again, and plans are compared', async ({ ui, openSignedIn, site }) => {
  const price = { price: 59.99, currency: 'EUR', billing_cycle: 'yearly' }
  await add(site, 'subscription-products', { product_id: 'app_gold_year', name: 'Gold, yearly', ...price })
  await openSignedIn('/subscription?add')
  await ui.enter({ label: /^Product ID/ }, 'app_gold')
  await ui.enter({ role: 'textbox', name: 'Name' }, 'Gold, monthly')
  await ui.enter({ label: /^Price/ }, '9.99')
  await ui.click(button('Submit'))
  await ui.sees({ text: /€9\.99/ })
  await ui.click(link('Edit Gold, monthly'))
  await ui.sees(heading('Edit Subscription'))
  await ui.open('/subscription')
  await ui.sees({ text: 'Cheapest' })
  expect(await ui.evaluate(cutBadges)).toEqual([])
})

journey('a catalogue is imported with its image', async ({ ui, openSignedIn, file }) => {
  await openSignedIn('/import')
  const yaml = 'categories:\n  - category_name: Trust\n    category_image: images/trust.png\n'
  await ui.sees({ label: 'Files to import' })
  await ui.browser.chooseFiles(
    await file('catalogue.yaml', yaml),
    await file('trust.png', await pngFile('trust.png').bytes()),
  )
  await ui.click(button('Import 1 row'))
  await ui.sees({ text: /1 created/ })
  await ui.open('/category')
  await ui.sees({ role: 'article' })
})

journey('History shows what changed', async ({ ui, openSignedIn, site }) => {
  const category_id = await add(site, 'category', { category_name: 'Trust', category_image: pngFile('trust.png') })
  const texts = { benefits: 'You listen.', tips: 'Take turns.', safety_tips: 'Stop at no.' }
  const sub_cat_image = pngFile('talk.png')
  await add(site, 'subcategory', { category_id, subcategory_name: 'An Open Talk', ...texts, sub_cat_image })
  await openSignedIn('/category')
  await ui.click(link('Edit Trust'))
  await ui.enter({ label: /^Category Name/ }, 'Trust and closeness')
  await ui.click(button('Update Category'))
  await ui.sees({ role: 'article' })
  await ui.open('/history')
  await ui.sees(link('Trust and closeness'))
})

journey('a pasted code opens the form of a new password', async ({ ui, site }) => {
  const { admin } = site.server
  await ui.open('/Forgotpassword')
  await ui.enter({ label: 'Email' }, admin.email)
  await ui.click(button('Send OTP'))
  await ui.sees(heading('Enter your code'))
  const mail = (await site.server.sendDueMails()).find(({ to }) => to === admin.email)
  const code = /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  // Into the clipboard by way of another field, with the blank that mail programs show.
  await ui.click(link('Use another email'))
  await ui.enter({ label: 'Email' }, `${code.slice(0, 3)} ${code.slice(3)}`)
  await ui.browser.press('Control', 'a')
  await ui.browser.press('Control', 'x')
  await ui.evaluate(() => history.back())
  await ui.click({ label: 'One-time code' })
  await ui.browser.press('Control', 'v')
  await ui.enter({ label: 'New password' }, 'a new horse and battery')
  await ui.browser.press('Enter')
  await ui.isAt(/^\/signin$/)
  await submitSignIn(ui, admin.email, 'a new horse and battery')
  await ui.sees(heading('Dashboard'))
})

journey('the palette finds a screen by its name', async ({ ui, openSignedIn }) => {
  await openSignedIn('/settings')
  await ui.sees(heading('Settings'))
  await ui.browser.press('Control', 'k')
  await ui.enter({ role: 'combobox', name: /^Search screens/ }, 'plans')
  await ui.browser.press('Enter')
  await ui.sees(heading('Subscription Plans'))
})

journey('the menu of a phone opens a screen, and the admin logs out', async ({ ui, openSignedIn, isPhone }) => {
  await openSignedIn('/dashboard')
  if (isPhone) await ui.click(button('Open menu'))
  await ui.click(link('Category', { role: 'navigation', name: 'Main' }))
  await ui.sees(heading('Categories'))
  await ui.click(button('Ada'))
  await ui.click({ role: 'menuitem', name: 'Logout' })
  await ui.isAt(/^\/signin$/)
})

/** Runs in the page: the points of the cards of numbers that a click would not take to their list. */
function cardsThatMiss(): string[] {
  return [...document.querySelectorAll('main li:has(> section [class*=_link_])')].flatMap((card) => {
    card.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = card.getBoundingClientRect()
    return [0.05, 0.5, 0.8, 0.95].flatMap((across) =>
      [0.1, 0.5, 0.9].flatMap((down) => {
        const top = document.elementFromPoint(x + across * width, y + down * height)
        return top?.closest('a') ? [] : [`${across}, ${down}: ${top?.outerHTML.slice(0, 80)}`]
      }),
    )
  })
}

/** Runs in the page. */
function countCutPixels(): number {
  const field = document.activeElement ?? document.body
  return field.scrollWidth - field.clientWidth
}

/** Runs in the page. */
function endOfSearch(): { right: number; y: number } {
  const { right, y, height } =
    document.querySelector('main input[type=search]')?.getBoundingClientRect() ?? new DOMRect()
  return { right, y: y + height / 2 }
}

/** Runs in the page: the badges that are cut, break, or have less than two pixels to spare in their cell. */
function cutBadges(): string[] {
  return [...document.querySelectorAll<HTMLElement>('td [class*=_badge_]')]
    .filter((badge) => badge.checkVisibility())
    .flatMap((badge) => {
      const cell = badge.closest('td') ?? badge
      const { display, paddingRight } = getComputedStyle(cell)
      // A card's cell is as wide as its badge.
      const room = display === 'table-cell' ? cell.getBoundingClientRect().right - parseFloat(paddingRight) : Infinity
      const isCut = badge.scrollWidth > badge.clientWidth || badge.getBoundingClientRect().height > 28
      return isCut || room - badge.getBoundingClientRect().right < 2 ? [badge.innerText] : []
    })
}
