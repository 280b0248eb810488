import { expect, test } from 'vitest'
import { productsCsv, productsOf, fileWith, runAs, watched } from './catalogue.ts'
import { freshServer } from './fresh-server.ts'

// A gateway that gives up, or a connection that breaks, after the server has done what it was asked.
const server = freshServer()

const envelope = (status: number) => () =>
  Promise.resolve(Response.json({ code: status, message: 'Please try again.' }, { status }))
const cut = () => Promise.reject(new TypeError('terminated'))

/** A server whose first answer to such a call does not come: what comes instead does, after the call is done or not. */
function losingFirst(method: string, instead: () => Promise<Response>, isDone = true) {
  let calls = 0
  return watched(server, async (request, answer) => {
    if (request.method !== method || (calls += 1) > 1) return answer()
    if (isDone) await answer()
    return instead()
  })
}

const lostAnswers = [
  ['a connection that was cut', cut],
  ['a 502', envelope(502)],
  ['a 503', envelope(503)],
  ['a 504', envelope(504)],
] as const

async function oneProduct(): Promise<string> {
  await runAs(server, ['apply', '-f', fileWith('products.csv', productsCsv(1, 5))])
  const [product] = await productsOf(server)
  return String(product?.id)
}

const statusesOf = (stdout: string): string[] =>
  JSON.parse(stdout).results.map(({ status }: { status: string }) => status)

test.each(lostAnswers)(
  'a record that is gone after %s was deleted, by its id and by --prune',
  async (_what, instead) => {
    const id = await oneProduct()
    const byId = await runAs(losingFirst('DELETE', instead), ['products', 'delete', id, '--yes', '--json'])
    expect(byId).toMatchObject({ code: 0, stderr: '1 deleted\n' })
    expect(statusesOf(byId.stdout)).toEqual(['done'])
    await oneProduct()
    const none = fileWith('none.yaml', 'products: []')
    const pruned = await runAs(losingFirst('DELETE', instead), ['apply', '-f', none, '--prune', '--yes', '--json'])
    expect(pruned).toMatchObject({ code: 0, stderr: expect.stringContaining('1 deleted') })
    expect(statusesOf(pruned.stdout)).toEqual(['done'])
    expect(await productsOf(server)).toEqual([])
  },
)

test('a record that is gone after a refusal for now was deleted by somebody else', async () => {
  const deletedByOthers = losingFirst('DELETE', envelope(429))
  const id = await oneProduct()
  const byId = await runAs(deletedByOthers, ['products', 'delete', id, '--yes', '--json'])
  expect({ code: byId.code, statuses: statusesOf(byId.stdout) }).toEqual({ code: 3, statuses: ['absent'] })
  await oneProduct()
  const none = fileWith('none.yaml', 'products: []')
  const argv = ['apply', '-f', none, '--prune', '--yes', '--json']
  const pruned = await runAs(losingFirst('DELETE', envelope(429)), argv)
  expect({ code: pruned.code, statuses: statusesOf(pruned.stdout) }).toEqual({ code: 0, statuses: ['absent'] })
})
