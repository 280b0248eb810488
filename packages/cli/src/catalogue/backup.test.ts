import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshServer } from '@rapport/server/fresh-server'
import { beforeEach, expect, test } from 'vitest'
import { RED_PNG } from '../../test/support/images.ts'
import { runAs } from '../../test/support/run-as.ts'
import { fileWith, temporaryFolder } from '../../test/support/temporary-folder.ts'

const server = freshServer({ extensions: [] })
const run = (argv: readonly string[], options = {}) => runAs(server, argv, options)

beforeEach(async () => {
  const image = fileWith('red.png', RED_PNG)
  await run(['categories', 'create', '--name', 'Trust', '--image', image])
  await run(['positions', 'create', '--category', 'trust', '--name', 'Nod', '--tips', 'Slowly', '--image', image])
  await run(['positions', 'create', '--category', 'trust', '--name', 'Wink', '--image', image])
})

test('apply brings back what delete has written to a backup, with its image', async () => {
  const file = join(temporaryFolder(), "Eva's nod.yaml")
  const { code, stderr } = await run(['positions', 'delete', 'Nod', '--backup', file, '--yes'])
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `1 deleted\nTo bring it back under new ids, run rapport apply -f '${file.replace("'", `'"'"'`)}'\n`,
  })
  expect(readFileSync(file, 'utf8')).toContain("sub_cat_image: Eva's nod-images/positions/trust/nod.png")
  expect(readFileSync(file, 'utf8')).not.toContain('Wink')
  expect(await run(['apply', '-f', file])).toMatchObject({ code: 0 })
  const { stdout } = await run(['positions', 'get', 'Nod', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ tips: 'Slowly', sub_cat_image: expect.stringContaining('/media/') })
})

test('deletes nothing if the backup is incomplete', async () => {
  const argv = ['positions', 'delete', 'Nod', '--yes', '--backup']
  const existing = fileWith('nod.yaml', '')
  expect(await run([...argv, existing])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${existing} already exists.`),
  })
  expect(await run([...argv, 'nod.txt'])).toMatchObject({ code: 2 })
  const withoutImages = {
    ...server,
    token: server.token,
    fetch: (request: Request) =>
      request.url.includes('/media/') ? Promise.resolve(new Response('', { status: 404 })) : server.fetch(request),
  }
  const file = join(temporaryFolder(), 'nod.yaml')
  const lost = await runAs(withoutImages, [...argv, file])
  expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was deleted.') })
  expect(existsSync(file)).toBe(false)
  expect(await run(['positions', 'get', 'Nod'])).toMatchObject({ code: 0 })
})

test('does not delete records that the backup cannot contain', async () => {
  const rows = JSON.parse((await run(['positions', 'list', '--json'])).stdout)
  const ids = rows.map(({ id }: { id: number }) => String(id))
  const hidesNod = {
    ...server,
    token: server.token,
    async fetch(request: Request) {
      const response = await server.fetch(request)
      if (!request.url.endsWith('/subcategories')) return response
      const body: { data: { id: number }[] } = JSON.parse(await response.text())
      return Response.json({ ...body, data: body.data.filter(({ id }) => id !== rows[0].id) })
    },
  }
  const file = join(temporaryFolder(), 'both.yaml')
  const { stderr } = await runAs(hidesNod, ['positions', 'delete', ...ids, '--backup', file, '--yes'])
  expect(stderr).toContain('1 deleted, 1 already gone')
  expect(JSON.parse((await run(['positions', 'list', '--json'])).stdout)).toEqual([rows[0]])
})
