import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#server/testing/start.ts'
import { consolePolicy } from './headers.ts'

const PAGE = '<!doctype html><title>Rapport</title>'
const POLICY = '<!doctype html><title>Privacy policy</title>'
const SCRIPT = 'export const value = 42\n'

let outside: string
let server: TestServer
beforeAll(async () => {
  outside = mkdtempSync(join(tmpdir(), 'rapport-console-'))
  const dist = join(outside, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(outside, 'secret.txt'), 'secret')
  writeFileSync(join(dist, '.hidden.txt'), 'hidden')
  writeFileSync(join(dist, 'favicon.ico'), 'an icon')
  writeFileSync(join(dist, 'manifest.webmanifest'), '{}')
  for (const [path, content] of Object.entries({
    'index.html': PAGE,
    'privacy-policy.html': POLICY,
    'assets/main-abc123.js': SCRIPT,
  })) {
    writeFileSync(join(dist, path), content)
    writeFileSync(join(dist, `${path}.br`), brotliCompressSync(content))
    writeFileSync(join(dist, `${path}.gz`), gzipSync(content))
  }
  server = await startTestServer({ consoleDir: dist })
})
afterAll(async () => {
  await server.close()
  rmSync(outside, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  server.fetch(new Request(server.baseUrl + path, { headers: { Accept: 'text/html,*/*;q=0.8', ...headers } }))

describe('the console', () => {
  it.each(['/', '/signin', '/Kamasutra?page=2', '/some/deep/page'])(
    'serves its page at %s, never cached',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(PAGE)
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
      expect(response.headers.get('Content-Security-Policy')).toBe(consolePolicy())
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    },
  )

  it('says in a header of the page whether the server has passkeys', async () => {
    await using plain = await startTestServer({ consoleDir: join(outside, 'dist'), extensions: [] })
    expect((await get('/signin')).headers.get('Server-Timing')).toBe('passkeys')
    expect((await plain.fetch(new Request(`${plain.baseUrl}/signin`))).headers.get('Server-Timing')).toBeNull()
  })

  it.each(['/privacy-policy', '/Privacy-Policy/', '/privacy-policy?from=store'])(
    'serves at %s the page that needs no JavaScript',
    async (path) => {
      const response = await get(path)
      expect(await response.text()).toBe(POLICY)
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
      expect(response.headers.get('Content-Security-Policy')).toBe(consolePolicy())
    },
  )

  it.each([
    ['/favicon.ico', 'image/vnd.microsoft.icon'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('serves %s as %s', async (path, type) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe(type)
  })

  it('serves hashed files cached forever, in an encoding that the browser accepts', async () => {
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await get('/assets/main-abc123.js', { 'Accept-Encoding': accepted })
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Encoding')).toBe(encoding)
      expect(response.headers.get('Vary')).toBe('accept-encoding')
      expect(response.headers.get('Content-Type')).toMatch(/javascript/)
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    }
  })

  it('responds with 304 if the page has not changed', async () => {
    const etag = (await get('/')).headers.get('ETag') ?? ''
    const response = await get('/', { 'If-None-Match': etag })
    expect(response.status).toBe(304)
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  it.each(['/assets/gone.js', '/assets/', '/icon-64.png', '/.hidden.txt', '/api/x', '/media/x', '/health'])(
    'does not serve its page for %s',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 404 })
    },
  )

  it('serves no file outside its folder', async () => {
    for (const path of [
      '/..%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/%2e%2e%2fsecret.txt',
      '/..%5csecret.txt',
      '//secret.txt',
    ]) {
      expect(await (await get(path)).text()).not.toBe('secret')
    }
  })

  it('says how to build it if it is not built', async () => {
    await using bare = await startTestServer()
    const response = await bare.fetch(new Request(`${bare.baseUrl}/signin`))
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('npm run build')
  })
})
