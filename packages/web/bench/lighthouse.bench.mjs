// Runs Lighthouse on /signin and on the dashboard of a signed-in admin, for mobile and desktop: all four scores, each the
// median of three runs, from the reference server with compressed files.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { startTestServer } from '@rapport/server/testing'
import { cache, installPackages, progress } from '../../../scripts/bootstrap.mjs'
import { browserEnv } from '../../../scripts/browser.mjs'
import { withLock } from '../../../scripts/lock.mjs'

/** Not a dependency, since it takes 176 MB and nothing else needs it. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = 3
const LEAST = 95
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
/** An admin console asks search engines not to index it (noindex in index.html), which this audit reports as a fault. */
const DELIBERATE = ['is-crawlable']

const { default: lighthouse, desktopConfig } = await loadLighthouse()
const server = await startTestServer({ demo: true, consoleDir: path.resolve(import.meta.dirname, '../dist') })
const origin = await server.listen()
const profile = mkdtempSync(path.join(tmpdir(), 'rapport-lighthouse-'))
const env = await browserEnv()
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: env.CHROMIUM_PATH,
  env: { ...process.env, ...env },
  args: ['--remote-debugging-port=0'],
})
// The browser chooses a free port and writes it into its profile.
const portFile = path.join(profile, 'DevToolsActivePort')
while (!existsSync(portFile)) await setTimeout(20)
const port = Number.parseInt(readFileSync(portFile, 'utf8'), 10)
try {
  await audit('/signin')
  await signIn(await server.signIn())
  await audit('/dashboard')
} finally {
  await browser.close()
  await server.close()
  rmSync(profile, { recursive: true, force: true })
}

async function audit(pathname) {
  for (const [device, config] of Object.entries({ telephone: undefined, desk: desktopConfig })) {
    const reports = []
    for (let run = 0; run < RUNS; run += 1) reports.push(await report(pathname, config))
    const scores = CATEGORIES.map((category) => [category, findMedian(reports.map((one) => toScore(one, category)))])
    const metrics = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ]
    const line = metrics.map((name) => `${name} ${reports[0].audits[name].displayValue}`)
    console.log(`${pathname}, ${device}: ${scores.map(([category, score]) => `${category} ${score}`).join(', ')}`)
    const pace = findMedian(reports.map(({ environment }) => environment.benchmarkIndex))
    console.log(`  ${line.join(', ')}`)
    console.log(
      `  this machine has ${pace.toFixed(0)} in Lighthouse's own benchmark; a desktop computer has 1500 or more`,
    )
    for (const [category, score] of scores) {
      if (score >= LEAST) continue
      console.error(`✗ ${pathname}, ${device}: ${category} is ${score}, less than ${LEAST}.`)
      for (const { title, displayValue = '' } of costly(reports[0], category))
        console.error(`    ${title} ${displayValue}`)
      process.exitCode = 1
    }
  }
}

async function report(pathname, config) {
  const options = {
    port,
    disableStorageReset: true,
    onlyCategories: CATEGORIES,
    skipAudits: DELIBERATE,
    logLevel: 'error',
  }
  const { lhr } = await lighthouse(origin + pathname, options, config)
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
  if (new URL(lhr.finalDisplayedUrl).pathname !== pathname)
    throw new Error(`${pathname} led to ${lhr.finalDisplayedUrl}.`)
  return lhr
}

function toScore({ categories }, category) {
  return Math.round(categories[category].score * 100)
}

/** The audits that lower a category's score. */
function costly({ categories, audits }, category) {
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .map(({ id }) => audits[id])
}

function findMedian(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}

async function signIn(token) {
  const page = await browser.newPage()
  await page.goto(`${origin}/support-policy`)
  await page.evaluate((value) => localStorage.setItem('authToken', value), token)
  await page.close()
}

async function loadLighthouse() {
  const folder = path.join(cache, 'lighthouse')
  const entry = path.join(folder, 'node_modules/lighthouse/core/index.js')
  await withLock(cache, async () => {
    if (existsSync(entry)) return
    progress('Installing Lighthouse …')
    await installPackages(folder, [LIGHTHOUSE])
  })
  return import(pathToFileURL(entry).href)
}
