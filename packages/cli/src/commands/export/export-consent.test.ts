import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer } from '@rapport/server/testing'
import { expect, test } from 'vitest'
import { BLUE_PNG, RED_PNG } from '../../../test/support/images.ts'
import { runAs } from '../../../test/support/run-as.ts'
import { sharedServer } from '../../../test/support/shared-server.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

const fullServer = sharedServer({ demo: 1 })

test('export replaces what differs only after a question, or with --yes', async () => {
  const folder = temporaryFolder()
  await runAs(fullServer, ['export', '--dir', folder])
  const file = join(folder, 'catalogue.yaml')
  const textBefore = readFileSync(file, 'utf8')
  appendFileSync(file, '# mine\n')
  const refused = await runAs(fullServer, ['export', '--dir', folder])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(`Replacing ${file} requires confirmation`)
  const declining = { tty: true, answers: [[/Replace them\?/, 'n\r']] as const }
  expect(await runAs(fullServer, ['export', '--dir', folder], declining)).toMatchObject({ code: 1 })
  expect(readFileSync(file, 'utf8')).toBe(`${textBefore}# mine\n`)
  expect(await runAs(fullServer, ['export', '--dir', folder, '--yes'])).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toBe(textBefore)
})

test('updates an export without asking, and keeps an edited file', async () => {
  await using testServer = await startTestServer()
  const server = { fetch: testServer.fetch, token: await testServer.signIn() }
  const input = temporaryFolder()
  writeFileSync(join(input, 'red.png'), RED_PNG)
  writeFileSync(join(input, 'blue.png'), BLUE_PNG)
  const applyImage = (image: string) => {
    writeFileSync(join(input, 'categories.csv'), `category_name,category_image\nTrust,${image}\n`)
    return runAs(server, ['apply', '-f', join(input, 'categories.csv')])
  }
  await applyImage('red.png')
  for (const format of ['yaml', 'json', 'csv']) {
    const dir = temporaryFolder()
    const exported = () => runAs(server, ['export', '--dir', dir, '--format', format])
    const name = format === 'csv' ? 'products.csv' : `catalogue.${format}`
    expect(await exported()).toMatchObject({ code: 0 })
    await runAs(server, ['products', 'create', '--product-id', `p_${format}`, '--name', 'New', '--price', '1'])
    await applyImage(format === 'json' ? 'red.png' : 'blue.png')
    expect(await exported()).toMatchObject({ code: 0 })
    expect(readFileSync(join(dir, name), 'utf8')).toContain(`p_${format}`)
    // Git may check files out with other line ends.
    const text = readFileSync(join(dir, name), 'utf8')
    writeFileSync(
      join(dir, name),
      text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\n', '\r\n'),
    )
    expect((await exported()).stderr).toContain('0 files written')
    await runAs(server, ['products', 'create', '--product-id', `q_${format}`, '--name', 'Newer', '--price', '1'])
    expect(await exported()).toMatchObject({ code: 0 })
    // An edit by hand.
    appendFileSync(join(dir, name), format === 'csv' ? 'mine,Mine,1,,,\r\n' : ' ')
    writeFileSync(join(dir, 'images/categories/trust.png'), BLUE_PNG)
    await applyImage('red.png')
    const refused = await exported()
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Replacing 2 files requires confirmation'),
    })
  }
})

test('asks before --kind drops kinds from an existing catalogue', async () => {
  for (const format of ['yaml', 'json']) {
    const dir = temporaryFolder()
    const argv = ['export', '--dir', dir, '--format', format]
    await runAs(fullServer, argv)
    const file = join(dir, `catalogue.${format}`)
    const part = await runAs(fullServer, [...argv, '--kind', 'products'])
    expect(part).toMatchObject({ code: 2, stderr: expect.stringContaining(`Replacing ${file} requires confirmation`) })
    expect(await runAs(fullServer, [...argv, '--kind', 'products', '--yes'])).toMatchObject({ code: 0 })
    expect(await runAs(fullServer, argv)).toMatchObject({ code: 0 })
  }
})
