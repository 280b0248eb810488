// How much JavaScript /signin transfers (gzip), beside its floor: react-dom and the data router with nothing in them.
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { browserEnv } from '../../../scripts/browser.mjs'
import { startStaticServer } from '../e2e/static-server.ts'

const LIMIT_KB = 125
const FLOOR_ENTRY = `
  import { createRoot } from 'react-dom/client'
  import { createBrowserRouter, RouterProvider } from 'react-router-dom'
  createRoot(document.body).render(RouterProvider({ router: createBrowserRouter([]) }))
`

const [floor, scripts] = [await floorSize(), await signInScripts()]
const total = scripts.reduce((sum, { size }) => sum + size, 0)

for (const { name, size } of scripts) console.log(`  ${kilobytes(size).padStart(6)} kB  ${name}`)
console.log(`/signin JavaScript, gzip: ${kilobytes(total)} kB (limit ${LIMIT_KB}, floor ${kilobytes(floor)})`)
if (total > LIMIT_KB * 1000) {
  console.error(`/signin is over its limit by ${kilobytes(total - LIMIT_KB * 1000)} kB.`)
  process.exitCode = 1
}

async function signInScripts() {
  const server = await startStaticServer()
  const env = await browserEnv()
  const browser = await chromium.launch({ executablePath: env.CHROMIUM_PATH, env: { ...process.env, ...env } })
  try {
    const page = await browser.newPage()
    const bodies = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith('.js')) bodies.push(response.body().then((body) => ({ name: pathname, body })))
    })
    await page.goto(`${server.url}/signin`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    const loaded = await Promise.all(bodies)
    return loaded
      .map(({ name, body }) => ({ name, size: gzipSync(body, { level: 9 }).length }))
      .toSorted((a, b) => b.size - a.size)
  } finally {
    await browser.close()
    await server[Symbol.asyncDispose]()
  }
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
  return output.reduce((sum, { type, code }) => (type === 'chunk' ? sum + gzipSync(code, { level: 9 }).length : sum), 0)
}

function kilobytes(bytes) {
  return (bytes / 1000).toFixed(1)
}
