import { startTestServer } from '@rapport/server/testing'
import { expect, test } from 'vitest'
import { runCli } from '../../../test/support/run-cli.ts'
import { signedInMachine } from '../../../test/support/signed-in-machine.ts'

type Machine = Awaited<ReturnType<typeof signedInMachine>>

const PRODUCT = ['products', 'create', '--price', '9.99', '--product-id']

const json = async ({ run }: Machine, ...argv: string[]) => JSON.parse((await run([...argv, '--json'])).stdout)

/** Deletes two products and returns the batch. */
async function deleteTwo(machine: Machine): Promise<string> {
  for (const id of ['app_1m', 'app_1y']) await machine.run([...PRODUCT, id, '--name', id])
  const { code, stderr } = await machine.run(['products', 'delete', 'app_1m', 'app_1y', '--yes'])
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^2 deleted\nTo undo it, run rapport trash restore --batch [0-9a-f-]{36}\n$/),
  })
  return /--batch (\S+)/.exec(stderr)?.[1] ?? ''
}

test('lists the deletions of a command, and restores them by batch', async () => {
  await using machine = await signedInMachine()
  const batch = await deleteTwo(machine)
  expect(await json(machine, 'trash', 'list', '--kind', 'products')).toMatchObject([{ batch }, { batch }])
  const { stdout, stderr } = await machine.run(['trash', 'list', '--search', '1m'], { tty: true, columns: 120 })
  expect(stdout).toMatch(/^\d+ +product \d+ +app_1m +2026-11-21/m)
  expect(stderr).toBe('1 item\n')

  const restored = await machine.run(['trash', 'restore', '--batch', batch])
  expect(restored).toMatchObject({ code: 0, stderr: '2 restored\n' })
  expect(await json(machine, 'products', 'list')).toHaveLength(2)
  expect(await machine.run(['trash', 'restore', '--batch', batch])).toMatchObject({ code: 3 })
})

test('restores a large batch in several calls', async () => {
  await using machine = await signedInMachine()
  const answers = [
    { restored: 1000, left: 3, conflicts: [] },
    { restored: 3, left: 0, conflicts: [] },
  ]
  const fetch = (request: Request) =>
    request.url.endsWith('/trash/restore')
      ? Promise.resolve(Response.json({ code: 200, message: '', data: answers.shift() }))
      : machine.server.fetch(request)
  const batch = ['--batch', '6d1f2a34-0b5c-4d6e-8f70-112233445566']
  expect(await machine.run(['trash', 'restore', ...batch], { server: { fetch } })).toMatchObject({
    code: 0,
    stderr: '1003 restored\n',
  })
})

test('reports a name that has been taken, and restores under another', async () => {
  await using machine = await signedInMachine()
  const batch = await deleteTwo(machine)
  await machine.run([...PRODUCT, 'app_1m', '--name', 'New'])
  const partly = await machine.run(['trash', 'restore', '--batch', batch, '--json'])
  expect(partly.code).toBe(6)
  const { results, summary } = JSON.parse(partly.stdout)
  expect(summary).toEqual({ total: 2, done: 1, absent: 0, failed: 1, skipped: 0 })
  expect(results).toMatchObject([{ action: 'restore', status: 'failed', error: { code: 'conflict' } }])

  const [{ key }] = results
  const alone = await machine.run(['trash', 'restore', key])
  expect({ code: alone.code, stdout: alone.stdout }).toEqual({ code: 5, stdout: '' })
  expect(alone.stderr).toContain(`rapport trash restore ${key} --rename ${key}=NAME`)
  expect(await machine.run(['trash', 'restore', key, '--rename', `${key}=app_2m`])).toMatchObject({ code: 0 })
  expect(await json(machine, 'trash', 'list')).toEqual([])
})

test('restores the items of a list from standard input', async () => {
  await using machine = await signedInMachine()
  await deleteTwo(machine)
  const { stdout: stdin } = await machine.run(['trash', 'list', '--output', 'csv'])
  const mistaken = await machine.run(['users', 'delete', '--from-file', '-', '--yes'], { stdin })
  expect(mistaken).toMatchObject({ code: 2 })
  const { code, stderr } = await machine.run(['trash', 'restore', '--from-file', '-'], { stdin })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '2 restored\n' })
  expect(await machine.run(['trash', 'restore', '1'])).toMatchObject({ code: 3 })
})

test('items are purged by their ids, or all at once', async () => {
  await using machine = await signedInMachine()
  await deleteTwo(machine)
  const [{ id }] = await json(machine, 'trash', 'list')
  expect(await machine.run(['trash', 'purge', String(id)])).toMatchObject({ code: 2 })
  expect(await machine.run(['trash', 'purge', String(id), '--yes'])).toMatchObject({
    code: 0,
    stderr: '1 permanently deleted\n',
  })
  expect(await machine.run(['trash', 'purge', String(id), '--yes'])).toMatchObject({ code: 3 })
  const answers = [[/Type 1 to permanently delete them:/, '1\r']] as const
  const purgedAll = await machine.run(['trash', 'purge', '--all'], { tty: true, answers })
  expect(purgedAll).toMatchObject({ code: 0, stderr: expect.stringContaining('1 permanently deleted\n') })
  expect(await json(machine, 'trash', 'list')).toEqual([])
})

test.each([
  [['trash', 'restore']],
  [['trash', 'restore', '7', '--batch', '6d1f2a34-0b5c-4d6e-8f70-112233445566']],
  [['trash', 'restore', '--batch', '7']],
  [['trash', 'restore', '7', '--rename', '7']],
  [['trash', 'purge']],
  [['trash', 'purge', '7', '--all']],
])('%j is a usage error', async (argv) => {
  expect(await runCli(argv)).toMatchObject({ code: 2 })
})

test.each([
  [['trash', 'list'], '/trash', { items: [{ id: 1 }], total: 5 }],
  [['history'], '/history', { events: [], next: 7 }],
])('%j ends on a server that repeats a page forever', async (argv, path, data) => {
  await using machine = await signedInMachine()
  let pages = 0
  const fetch = async (request: Request) => {
    if (!new URL(request.url).pathname.endsWith(path)) return machine.server.fetch(request)
    pages += 1
    return Response.json(pages > 5 ? { code: 400, message: 'Enough' } : { code: 200, message: 'OK', data })
  }
  const { code } = await machine.run([...argv, '--json'], { server: { fetch } })
  expect({ code, pages }).toEqual({ code: 0, pages: 1 })
})

const NO_TRASH = 'a trash.\n       Every deletion there is permanent, with or without --erase'

test.each([
  [['trash', 'list'], NO_TRASH],
  [['trash', 'restore', '7'], NO_TRASH],
  [['trash', 'purge', '7', '--yes'], NO_TRASH],
  [['users', 'restore', '7'], NO_TRASH],
  [['users', 'delete', '7', '--erase', '--yes'], NO_TRASH],
  [['history'], 'a history'],
])('%j on a server without it', async (argv, offered) => {
  await using server = await startTestServer({ extensions: ['paging'] })
  const env = { RAPPORT_TOKEN: await server.signIn() }
  const { code, stderr } = await runCli(argv, { server, env })
  expect({ code, stderr }).toEqual({ code: 1, stderr: `error: This server does not offer ${offered}.\n` })
})
