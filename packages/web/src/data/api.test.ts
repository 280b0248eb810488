import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  document.querySelector('meta[name="rapport-api"]')?.remove()
})

test.each([
  ['https://api.example.org', 'https://api.example.org/api/admin/categories'],
  ['', `${window.location.origin}/api/admin/categories`],
])('calls the server of the meta element (%j), or the origin of the page without one', async (content, url) => {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'rapport-api', content })
  document.head.append(meta)
  const called: string[] = []
  vi.stubGlobal('fetch', (request: Request) => {
    called.push(request.url)
    return Promise.resolve(Response.json({ code: 200, message: '', data: [] }))
  })
  localStorage.setItem('authToken', 'a token')
  // The console reads the address once, at the start.
  vi.resetModules()
  const { client } = await import('./api.ts')
  await client.call('listCategories')
  expect(called).toEqual([url])
})
