// Measures how much JavaScript (gzip) /signin and the dashboard load until the page is idle.
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { startTestServer } from '@rapport/server/testing'
import { browserEnv } from '../../../scripts/browser.mjs'

const SIGN_IN_KB = 133
const DASHBOARD_KB = 215
const AT_REST_MS = 1500

const server = await startTestServer({ demo: true, consoleDir: path.resolve(import.meta.dirname, '../dist') })
// By its name, since an IP address has no passkeys.
const origin = (await server.listen()).replace('127.0.0.1', 'localhost')
const env = await browserEnv()
const browser = await chromium.launch({ executablePath: env.CHROMIUM_PATH, env: { ...process.env, ...env } })
try {
  const signIn = await open('/signin')
  await signIn.page.getByRole('button', { name: 'Sign in' }).waitFor()
  report('/signin', await signIn.scripts(), SIGN_IN_KB)

  const dashboard = await open('/dashboard', await server.signIn())
  await dashboard.page.getByRole('list', { name: 'Sign-ups' }).waitFor()
  await dashboard.page.getByRole('table', { name: 'Recent users' }).waitFor()
  report('/dashboard', await dashboard.scripts(), DASHBOARD_KB)
} finally {
  await browser.close()
  await server.close()
}

/** Opens a page; `scripts` waits until it is idle and returns the scripts loaded since the last call. */
async function open(pathname, token) {
  const page = await browser.newPage()
  if (token !== undefined) await page.addInitScript((value) => localStorage.setItem('authToken', value), token)
  let loaded = []
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname
    if (name.endsWith('.js')) loaded.push(response.body().then((body) => ({ name, size: gzipped(body) })))
  })
  await page.goto(origin + pathname)
  const scripts = async () => {
    await page.waitForTimeout(AT_REST_MS)
    const since = loaded
    loaded = []
    return Promise.all(since)
  }
  return { page, scripts }
}

function report(name, scripts, limit) {
  const total = sum(scripts)
  console.log(`${name}: ${kilobytes(total)} kB in ${scripts.length} files (limit ${limit})`)
  for (const script of scripts.toSorted((a, b) => b.size - a.size)) {
    console.log(`  ${kilobytes(script.size).padStart(6)} kB  ${script.name}`)
  }
  if (total <= limit * 1000) return
  console.error(`✗ ${name} is over its limit by ${kilobytes(total - limit * 1000)} kB.`)
  process.exitCode = 1
}

function gzipped(text) {
  return gzipSync(text, { level: 9 }).length
}

function sum(scripts) {
  return scripts.reduce((total, { size }) => total + size, 0)
}

function kilobytes(bytes) {
  return (bytes / 1000).toFixed(1)
}
