// Measures how much JavaScript (gzip) /signin and the dashboard load, against a baseline: react-dom and an empty data
// router. Counts everything that is loaded until the page is idle.
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { startTestServer } from '@rapport/server/testing'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { browserEnv } from '../../../scripts/browser.mjs'

const SIGN_IN_KB = 130
const DASHBOARD_KB = 215
const AT_REST_MS = 1500
const FLOOR_ENTRY = `
  import { createRoot } from 'react-dom/client'
  import { createBrowserRouter, RouterProvider } from 'react-router-dom'
  createRoot(document.body).render(RouterProvider({ router: createBrowserRouter([]) }))
`

const floor = await floorSize()
const server = await startTestServer({ demo: true, consoleDir: path.resolve(import.meta.dirname, '../dist') })
const origin = await server.listen()
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
  console.log(`${name}: ${kilobytes(total)} kB in ${scripts.length} files (limit ${limit}, floor ${kilobytes(floor)})`)
  for (const script of scripts.toSorted((a, b) => b.size - a.size)) {
    console.log(`  ${kilobytes(script.size).padStart(6)} kB  ${script.name}`)
  }
  if (total <= limit * 1000) return
  console.error(`✗ ${name} is over its limit by ${kilobytes(total - limit * 1000)} kB.`)
  process.exitCode = 1
}

async function floorSize() {
  const [{ output }] = [
    await build({
      root: new URL('..', import.meta.url).pathname,
      configFile: false,
      logLevel: 'error',
      plugins: [
        {
          name: 'floor',
          resolveId: (source) =>
            source === 'floor' ? new URL('../src/floor.js', import.meta.url).pathname : undefined,
          load: (source) => (source.endsWith('/src/floor.js') ? FLOOR_ENTRY : undefined),
        },
      ],
      build: { write: false, rolldownOptions: { input: 'floor' } },
    }),
  ].flat()
  return output.reduce((total, { type, code }) => (type === 'chunk' ? total + gzipped(code) : total), 0)
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
