import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { Category } from '@rapport/core/categories/category.ts'
import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asAdmin } from '#server/testing/call.ts'
import { formOf } from '#server/testing/sample-images.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'
import { hostileSvgs } from '#server/testing/svg-corpus.ts'

const CANARY = 'canary-token'
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
const EMBEDDED = {
  iframe: (path: string) => `<iframe src="${path}"></iframe>`,
  embed: (path: string) => `<embed src="${path}">`,
  object: (path: string) => `<object data="${path}"></object>`,
  img: (path: string) => `<img src="${path}">`,
}

/** How a stored file is served: as the server does, without one of its two walls, or without either. */
interface Walls {
  isCleaned: boolean
  hasHeaders: boolean
}

let server: TestServer
let browser: Browser
let documents: string[]
/** Where each was stored. */
const paths: string[] = []

beforeAll(async () => {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  browser = await chromium.launch({ executablePath, args: FLAGS })
  server = await startTestServer()
  const origin = await server.listen()
  const call = await asAdmin(server)
  // A script that needs no quotes: it tells the console's token to whom it asks for a page.
  documents = hostileSvgs({
    script: 'fetch(`/leak?${localStorage.authToken}`)',
    elsewhere: `${origin}/elsewhere`.replace('http:', 'https:'),
  })
  for (const [index, document] of documents.entries()) {
    const file = new Blob([document], { type: 'image/svg+xml' })
    const { status, body } = await call<Category>(
      'POST',
      '/api/admin/category',
      formOf({ category_name: `${index}`, category_image: file }),
    )
    if (status !== 200) throw new Error(`This was answered with ${status}: ${document}`)
    paths.push(String(body.data.category_image))
  }
}, 120_000)

afterAll(async () => {
  await browser.close()
  await server.close()
})

/** An origin that serves the images as the walls allow, pages that show them, and notes whatever else is asked for. */
async function startSite({ isCleaned, hasHeaders }: Walls) {
  const asked: string[] = []
  const site = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '/'
    if (url.startsWith('/page')) {
      const kind = Object.entries(EMBEDDED).find(([name]) => url === `/page/${name}`)?.[1]
      outgoing.setHeader('Content-Type', 'text/html')
      outgoing.end(`<!doctype html><title>page</title>${kind ? paths.map(kind).join('\n') : ''}`)
    } else if (url.startsWith('/media/')) serveImage(url, incoming, outgoing)
    else {
      asked.push(url)
      outgoing.writeHead(404).end()
    }
  })

  function serveImage(url: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const raw = documents[paths.indexOf(url)]
    const upstream = request(new URL(url, server.baseUrl), { headers: incoming.headers }, (answer) => {
      const bare: OutgoingHttpHeaders = { 'content-type': answer.headers['content-type'] }
      const { 'content-length': _, ...headers } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, hasHeaders ? headers : bare)
      if (isCleaned) answer.pipe(outgoing)
      else outgoing.end(raw)
    })
    upstream.end()
  }

  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const address = site.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    async [Symbol.asyncDispose]() {
      site.closeAllConnections()
      await new Promise((resolve) => {
        site.close(resolve)
      })
    },
  }
}

/** What was told or loaded when each file was shown in this way by a browser that has a token. */
async function leaksWhen(kind: keyof typeof EMBEDDED | 'navigate', walls: Walls) {
  await using site = await startSite(walls)
  await using context = await browser.newContext({ acceptDownloads: false })
  const elsewhere: string[] = []
  await context.route(/^https:/, async (route) => {
    elsewhere.push(route.request().url())
    await route.abort()
  })
  const page = await context.newPage()
  await page.goto(`${site.origin}/page`)
  await page.evaluate(`localStorage.setItem('authToken', '${CANARY}')`)
  let drawn = 0
  if (kind === 'navigate') {
    for (const path of paths) {
      await page.goto(site.origin + path).catch((error: unknown) => {
        // What is offered for saving is no navigation, and says so by an error.
        if (!String(error).includes('Download is starting')) throw error
      })
    }
  } else {
    await page.goto(`${site.origin}/page/${kind}`)
    drawn = await page.evaluate<number>(
      `Array.from(document.images, (image) => image.complete && image.naturalWidth > 0).filter(Boolean).length`,
    )
  }
  // What does not happen gives no sign of it.
  await page.waitForTimeout(300)
  return { leaks: site.asked.filter((url) => url.includes(CANARY)).length, loads: elsewhere.length, drawn }
}

describe('an uploaded SVG', () => {
  const kinds = ['navigate', 'iframe', 'embed', 'object', 'img'] as const

  it.each(kinds)('tells nothing and loads nothing in Chromium, by both walls and by each alone: %s', async (kind) => {
    expect(documents.length).toBeGreaterThanOrEqual(40)
    for (const walls of [
      { isCleaned: true, hasHeaders: true },
      { isCleaned: false, hasHeaders: true },
      { isCleaned: true, hasHeaders: false },
    ]) {
      const { leaks, loads } = await leaksWhen(kind, walls)
      expect({ walls, leaks, loads }).toEqual({ walls, leaks: 0, loads: 0 })
    }
  })

  it('is still drawn by an img', async () => {
    expect(await leaksWhen('img', { isCleaned: true, hasHeaders: true })).toMatchObject({ drawn: documents.length })
  })

  it.each(['navigate', 'iframe', 'embed', 'object'] as const)(
    'would tell the token without either wall: %s',
    async (kind) => {
      const { leaks, loads } = await leaksWhen(kind, { isCleaned: false, hasHeaders: false })
      process.stdout.write(`${kind}: ${leaks} leaks, ${loads} loads of ${documents.length}\n`)
      expect(leaks).toBeGreaterThan(10)
      expect(loads).toBeGreaterThan(5)
    },
  )
})
