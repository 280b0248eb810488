import { freshServer } from '@rapport/server/fresh-server'
import { expect, test } from 'vitest'
import { listProducts, productsCsv } from '../../../test/support/products.ts'
import { runAs } from '../../../test/support/run-as.ts'
import { watched } from '../../../test/support/servers.ts'
import { fileWith } from '../../../test/support/temporary-folder.ts'

const plain = freshServer({ extensions: [] })

test('--prune keeps a record that someone changed after the first save, on a server without versions', async () => {
  await runAs(plain, ['apply', '-f', fileWith('products.csv', productsCsv(2, 5))])
  let saves = 0
  const racing = watched(plain, async ({ method }, respond) => {
    const response = await respond()
    if (method === 'PUT' && (saves += 1) === 1)
      await runAs(plain, ['products', 'update', 'com.example.p1', '--name', 'Theirs'])
    return response
  })
  const file = fileWith('products.csv', productsCsv(1, 6))
  const { code, stdout } = await runAs(racing, ['apply', '-f', file, '--prune', '--yes', '--json'])
  expect(code).toBe(6)
  expect(stdout).toContain('Changed by someone else: name. It was not deleted.')
  expect((await listProducts(plain)).map(({ name }) => name).toSorted()).toEqual(['Plan 0', 'Theirs'])
})
