// How long a keystroke in the users' search takes until it is painted, with 100,000 users of a plain-contract server in
// memory, beside its floor: a hand-written list that does the same in the same browser.
import { createServer } from 'node:http'
import { chromium } from '@playwright/test'
import { browserEnv } from '../../../scripts/browser.mjs'
import { startStaticServer } from '../e2e/static-server.ts'

const USERS = 100_000
const WORDS = ['member 7', 'example', '4242', 'mia', 'zzz']
const MEDIAN_MS = 30
const WORST_MS = 50
const LONG_TASK_MS = 100

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
const answers = {
  '/api/admin/get-settings': { email: 'admin@example.com', first_name: 'Ada', last_name: 'Admin' },
  '/api/admin/users': { users },
}
const api = createServer(({ url }, response) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ code: 200, message: '', data: answers[url ?? ''] ?? null }))
})
await new Promise((resolve) => {
  api.listen(0, '127.0.0.1', resolve)
})
const site = await startStaticServer(`http://127.0.0.1:${api.address().port}`)
const env = await browserEnv()
const browser = await chromium.launch({ executablePath: env.CHROMIUM_PATH, env: { ...process.env, ...env } })

const page = await browser.newPage()
await page.addInitScript(() => localStorage.setItem('authToken', 'bench'))
await page.goto(`${site.url}/User?range=all`)
await page.getByText(`Showing 12 out of ${USERS}`).waitFor({ timeout: 60_000 })
// The index is made ready while nothing else is to be done.
await page.waitForTimeout(3000)
const rapport = await typing(page, 'input[type="search"]')

const floorPage = await browser.newPage()
await floorPage.goto(`${site.url}/support-policy`)
await floorPage.evaluate(handWritten, users)
const floor = await typing(floorPage, '#floor')

await browser.close()
await site[Symbol.asyncDispose]()
api.closeAllConnections()
api.close()

console.log(`keystroke to paint, ${USERS} users in memory, ${rapport.times.length} keystrokes:`)
console.log(`  console       median ${rapport.median.toFixed(1)} ms, worst ${rapport.worst.toFixed(1)} ms`)
console.log(`  hand-written  median ${floor.median.toFixed(1)} ms, worst ${floor.worst.toFixed(1)} ms`)
console.log(`  longest task in the console ${rapport.longest.toFixed(0)} ms`)
const missed = [
  rapport.median > MEDIAN_MS && `the median is over ${MEDIAN_MS} ms`,
  // On a machine that is busy with other things, the floor is slower than the bar, and then the bar.
  rapport.worst > Math.max(WORST_MS, floor.worst) && `the worst is over ${WORST_MS} ms, and over the floor's`,
  rapport.longest > LONG_TASK_MS && `a task took more than ${LONG_TASK_MS} ms`,
].filter(Boolean)
for (const bar of missed) console.error(`✗ ${bar}`)
if (missed.length > 0) process.exitCode = 1

/** Types every word and takes it back, and measures in the page from the key to the frame after it. */
async function typing(on, selector) {
  await on.evaluate((field) => {
    window.measured = { times: [], tasks: [] }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.measured.tasks.push(duration)
    }).observe({ type: 'longtask' })
    document.querySelector(field).addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => window.measured.times.push(performance.now() - timeStamp))
          port1.start()
          port2.postMessage(undefined)
        })
      },
      true,
    )
  }, selector)
  await on.focus(selector)
  for (const word of WORDS) {
    for (const key of word) {
      await on.keyboard.press(key === ' ' ? 'Space' : key)
      await on.waitForTimeout(60)
    }
    await on.waitForTimeout(400)
    for (let left = word.length; left > 0; left -= 1) {
      await on.keyboard.press('Backspace')
      await on.waitForTimeout(60)
    }
    await on.waitForTimeout(400)
  }
  const { times, tasks } = await on.evaluate(() => window.measured)
  const sorted = times.toSorted((a, b) => a - b)
  return { times, median: sorted[sorted.length >> 1], worst: sorted.at(-1), longest: Math.max(0, ...tasks) }
}

/** The floor: texts folded beforehand, every keystroke filters all and writes twelve rows. Runs in the page. */
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
