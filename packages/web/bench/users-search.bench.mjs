// Measures the time from a keystroke in the users' search until its rows are painted, with 100,000 users of a server
// without extensions, against a baseline: a hand-written list that does the same.
import { createServer } from 'node:http'
import { chromium } from '@playwright/test'
import { browserEnv } from '../../../scripts/browser.mjs'
import { startStaticServer } from '../e2e/support/static-server.ts'

const USERS = 100_000
const WORDS = ['member 7', 'example', '4242', 'mia', 'zzz']
/** Repetitions of each keystroke. The median counts, so that other load does not. */
const ROUNDS = 3
/** The limit, as a multiple of the hand-written list's median. */
const MOST_TIMES = 2

const users = Array.from({ length: USERS }, (_, index) => ({
  id: index + 1,
  first_name: ['Mia', 'Émile', 'Bo', 'Member'][index % 4],
  last_name: `Number ${index}`,
  email: `member${index}@example.com`,
  joined_date: new Date(1.7e12 + index * 3e5).toISOString(),
  age: 18 + (index % 60),
  gender: index % 2 ? 'female' : 'male',
  status: index % 5 ? 'active' : 'inactive',
  role: index % 9 ? 'user' : 'admin',
}))
const admin = { email: 'admin@example.com', first_name: 'Ada', last_name: 'Admin' }

const env = await browserEnv()
const browser = await chromium.launch({ executablePath: env.CHROMIUM_PATH, env: { ...process.env, ...env } })
try {
  console.log(`keystroke to paint among ${USERS} users, the median of ${ROUNDS} times each:`)
  const floor = await measureFloor()
  report('hand-written', floor)
  const inConsole = await measureConsole()
  report('the console', inConsole)
  const times = inConsole.median / floor.median
  console.log(`  ${times.toFixed(2)} times the hand-written median (at most ${MOST_TIMES})`)
  if (times > MOST_TIMES) process.exitCode = 1
} finally {
  await browser.close()
}

async function measureFloor() {
  await using site = await startSite('')
  const page = await browser.newPage()
  await page.goto(`${site.url}/support-policy`)
  await page.evaluate(handWritten, users)
  const floor = await typing(page, '#floor')
  await page.close()
  return floor
}

async function measureConsole() {
  await using site = await startSite(JSON.stringify({ code: 200, message: '', data: { users } }))
  const page = await browser.newPage()
  await page.addInitScript(() => localStorage.setItem('authToken', 'bench'))
  await page.goto(`${site.url}/User?range=all`)
  await page.getByText(`Showing 12 out of ${USERS}`).waitFor({ timeout: 60_000 })
  const search = await typing(page, 'input[type="search"]')
  await page.close()
  return search
}

/** Serves the console with an API that has this response to `GET users`. */
async function startSite(usersAnswer) {
  const settings = JSON.stringify({ code: 200, message: '', data: admin })
  const api = createServer(({ url = '' }, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(url.startsWith('/api/admin/users') ? usersAnswer : settings)
  })
  await new Promise((resolve) => {
    api.listen(0, '127.0.0.1', resolve)
  })
  const site = await startStaticServer(`http://127.0.0.1:${api.address().port}`)
  return {
    url: site.url,
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]()
      api.closeAllConnections()
      api.close()
    },
  }
}

/** Types and deletes letters, and measures in the page from the key to the frame that shows its rows. */
async function typing(page, selector) {
  await page.evaluate((field) => {
    window.keystrokes = []
    const measure = (timeStamp) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => {
          // The console marks its rows as busy until they match the last keystroke.
          if (document.querySelector('table[aria-busy="true"]')) measure(timeStamp)
          else window.keystrokes.push(performance.now() - timeStamp)
        })
        port1.start()
        port2.postMessage(undefined)
      })
    document.querySelector(field).addEventListener('keydown', ({ timeStamp }) => measure(timeStamp), true)
  }, selector)
  await page.focus(selector)
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await typeWords(page)
    rounds.push(await page.evaluate(() => window.keystrokes.splice(0)))
  }
  const keystrokes = rounds[0].map((_, at) => findMedian(rounds.map((round) => round[at])))
  return { median: findMedian(keystrokes), worst: Math.max(...keystrokes) }
}

async function typeWords(page) {
  for (const word of WORDS) {
    for (const key of word) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      await page.waitForTimeout(60)
    }
    await page.waitForTimeout(400)
    for (let left = word.length; left > 0; left -= 1) {
      await page.keyboard.press('Backspace')
      await page.waitForTimeout(60)
    }
    await page.waitForTimeout(400)
  }
}

function findMedian(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}

function report(name, { median, worst }) {
  console.log(`  ${name.padEnd(36)} median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`)
}

/** The baseline: texts are folded beforehand; each keystroke filters all and writes twelve rows. Runs in the page. */
function handWritten(people) {
  const fold = (text) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const texts = people.map(({ id, first_name, last_name, email }) =>
    fold(`${first_name} ${last_name}\n${email}\n${id}`),
  )
  const field = document.createElement('input')
  field.id = 'floor'
  const body = document.createElement('tbody')
  const table = document.createElement('table')
  table.append(body)
  document.body.replaceChildren(field, table)
  field.addEventListener('input', () => {
    const text = fold(field.value.trim())
    const found = people.filter((_, index) => texts[index].includes(text))
    body.replaceChildren(
      ...found.slice(0, 12).map((person) => {
        const row = document.createElement('tr')
        row.append(
          ...Object.values(person).map((value) => {
            const cell = document.createElement('td')
            cell.textContent = String(value)
            return cell
          }),
        )
        return row
      }),
    )
  })
}
