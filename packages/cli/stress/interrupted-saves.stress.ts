import { freshServer } from '@rapport/server/fresh-server'
import { expect, test } from 'vitest'
import { RED_PNG } from '../test/support/images.ts'
import { listProducts } from '../test/support/products.ts'
import { runAs } from '../test/support/run-as.ts'
import { fileWith } from '../test/support/temporary-folder.ts'

// The operator presses Ctrl-C while one record is being saved.
const server = freshServer()
const picture = fileWith('picture.png', RED_PNG)

const PRODUCT = ['--product-id', 'p', '--name', 'N', '--price', '1']
const CATEGORY = ['categories', 'create', '--name', 'Trust', '--image', picture]
const POSITION = ['positions', 'create', '--category', 'Trust', '--name', 'Listening', '--image', picture]

async function idOf(argv: readonly string[]): Promise<string> {
  return String(JSON.parse((await runAs(server, [...argv, '--json'])).stdout).id)
}

/** Interrupts the command at its first matching call. The server does the work anyway. */
function interruptedAt(
  isInterrupted: (request: Request) => boolean,
  responseOf: (done: Response) => Promise<Response>,
) {
  const stop = new AbortController()
  const fetch = async (request: Request) => {
    const response = await server.fetch(request)
    if (!isInterrupted(request)) return response
    stop.abort()
    return responseOf(response)
  }
  return { server: { fetch }, signal: stop.signal }
}

const isWrite = ({ method }: Request) => method !== 'GET'
const givenUp = () => Promise.reject(new DOMException('This operation was aborted', 'AbortError'))
const lost = () => Promise.reject(new TypeError('terminated'))

test.each([
  ['given up', givenUp],
  ['lost', lost],
] as const)('says that a save may be done when it is interrupted with its response %s', async (_what, responseOf) => {
  const categoryId = await idOf(CATEGORY)
  const positionId = await idOf(POSITION)
  const productId = await idOf(['products', 'create', ...PRODUCT])
  const saves = [
    ['categories', 'create', '--name', 'Honesty', '--image', picture],
    ['categories', 'update', categoryId, '--name', 'Candour'],
    ['positions', 'create', '--category', categoryId, '--name', 'Talking', '--image', picture],
    ['positions', 'update', positionId, '--tips', 'Nod.'],
    ['products', 'create', '--product-id', 'q', '--name', 'N', '--price', '1'],
    ['products', 'update', productId, '--price', '1.2'],
  ]
  for (const argv of saves) {
    const { code, stdout, stderr } = await runAs(server, [...argv, '--json'], interruptedAt(isWrite, responseOf))
    expect({ argv, code, stdout }).toEqual({ argv, code: 130, stdout: '' })
    expect(JSON.parse(stderr).error).toEqual({
      code: 'interrupted',
      message: 'Interrupted before the server responded. The change may have been made.',
      hint: 'Check the list before trying again.',
      status: null,
    })
  }
  expect((await listProducts(server)).map(({ price }) => Number(price))).toEqual(expect.arrayContaining([1, 1.2]))
})

test('does not say so when interrupted before the request was sent', async () => {
  await idOf(CATEGORY)
  const stopped = interruptedAt(({ method }) => method === 'GET', givenUp)
  const { code, stderr } = await runAs(server, POSITION, stopped)
  expect({ code, stderr }).toEqual({ code: 130, stderr: 'error: Interrupted.\n' })
})

test("shows a saved position without waiting for its category's name", async () => {
  const categoryId = await idOf(CATEGORY)
  const id = await idOf(POSITION)
  for (const responseOf of [givenUp, () => Promise.resolve(new Response('', { status: 503 }))]) {
    const { server: silent, signal } = interruptedAt(({ url }) => url.endsWith('/categories'), responseOf)
    const fetch = async (request: Request) => {
      const response = await silent.fetch(request)
      return new Response((await response.text()).replaceAll(/"category":\{[^}]*\},?/g, ''), response)
    }
    const argv = ['positions', 'update', id, '--tips', 'Nod.']
    const { code, stdout, stderr } = await runAs(server, argv, { server: { fetch }, signal })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^CATEGORY +${categoryId}$`, 'm')),
    })
    expect(stderr).toMatch(
      new RegExp(`^The names of the categories could not be read: .+\nUpdated position ${id}\\.\n$`),
    )
  }
})

test('says that a product was saved without waiting to read it back', async () => {
  const stop = new AbortController()
  const fetch = async (request: Request) => {
    if (request.method === 'GET') {
      stop.abort()
      return givenUp()
    }
    await server.fetch(request)
    return Response.json({ code: 200, message: 'Saved.' })
  }
  const argv = ['products', 'create', ...PRODUCT]
  const { code, stderr } = await runAs(server, argv, { server: { fetch }, signal: stop.signal })
  expect(code).toBe(130)
  expect(stderr).toMatch(/^error: Product p was saved, but could not be read back: /)
})
