import { expect, test } from 'vitest'
import { signedInMachine } from '../../../test/support/signed-in-machine.ts'

test('shows changes field by field, in a table and in CSV', async () => {
  await using machine = await signedInMachine()
  const create = ['products', 'create', '--product-id', 'app_1m', '--name', 'Old', '--price', '9.99']
  const { stdout } = await machine.run([...create, '--json'])
  const id = String(JSON.parse(stdout).id)
  await machine.run(['products', 'update', id, '--name', 'New'])
  const about = ['history', '--kind', 'products', '--id', id]
  const table = await machine.run(about, { tty: true, columns: 200 })
  expect(table.stdout).toMatch(/^2026-11-21 .+ product\.updated +product \d+ .* name: Old → New$/m)
  expect(table.stderr).toBe('2 events\n')
  const csv = await machine.run([...about, '--event', 'product.updated', '--output', 'csv'])
  expect(csv.stdout).toMatch(/,name: Old → New,New\r\n$/)
  const limited = await machine.run([...about, '--limit', '1', '--json'])
  expect(JSON.parse(limited.stdout)).toMatchObject([
    { event: 'product.updated', changes: [{ field: 'name', before: 'Old', after: 'New' }] },
  ])
  expect(limited.stderr).toBe('1 event; show more with --limit\n')
  expect(await machine.run([...about, '--to', '2026-11-20'])).toMatchObject({ code: 0, stderr: 'No events.\n' })
})

test('shows prices with their cents, and takes headings for --fields', async () => {
  await using machine = await signedInMachine()
  await machine.run(['products', 'create', '--product-id', 'app_1m', '--name', 'A', '--price', '10.1'])
  await machine.run(['products', 'update', 'app_1m', '--price', '12'])
  const { stdout } = await machine.run(['history', '--event', 'product.updated', '--fields', 'By,CHANGES'])
  expect(stdout).toMatch(/^ACTOR_NAME +CHANGES\n.* price: 10\.10 → 12\.00\n$/)
})

test('refuses an event that does not exist, and lists those that do', async () => {
  await using machine = await signedInMachine()
  const { code, stderr } = await machine.run(['history', '--event', 'user.delete'])
  expect(code).toBe(2)
  expect(stderr).toContain('Use one of sign_in.succeeded, ')
})

test('reads events page by page', async () => {
  await using machine = await signedInMachine()
  const create = ['products', 'create', '--name', 'P', '--price', '1', '--product-id']
  for (let index = 0; index < 101; index += 1) await machine.run([...create, `p${index}`])
  const about = ['history', '--event', 'product.created', '--json']
  const idsOf = async (...argv: string[]) =>
    JSON.parse((await machine.run([...about, ...argv])).stdout).map(({ record_id }: { record_id: number }) => record_id)
  expect(new Set(await idsOf('--limit', '1000')).size).toBe(101)
  expect(await idsOf()).toHaveLength(100)
})
