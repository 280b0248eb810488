import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openPty, type PtyOptions } from './support/pty.ts'
import { listeningServer } from './support/shared-server.ts'

const { server, url } = await listeningServer({ demo: true })

async function open(options: PtyOptions = {}) {
  const env = { RAPPORT_API_URL: url, RAPPORT_TOKEN: await server.signIn(), ...options.env }
  return openPty([], { ...options, env })
}

/** Matches colours and weights (CSI … m), except for the reset that Ink always writes. */
// oxlint-disable-next-line no-control-regex -- the sequence begins with one
const STYLES = /\u001B\[[1-9][\d;]*m/

test('browses, searches, edits and resizes in a real terminal, and restores it', async () => {
  const pty = await open()
  await pty.waitFor(/1–17 of 249 · page 1 of 15/)
  const screen = await pty.screen()
  expect(screen[0]).toBe(`rapport · profile default · ${url}`)
  expect(screen[5]).toMatch(/^› 1 +Ada Admin/)
  expect(screen[23]).toMatch(/q leave$/)
  expect(pty.raw()).toMatch(STYLES)
  pty.type('/müller')
  await pty.waitFor(/Search: müller[^]*1–4 of 4/)
  pty.type('\u001B')
  await pty.waitFor(/of 249/)
  pty.resize(120, 40)
  await pty.waitFor(/1–33 of 249/)
  pty.type('4')
  await pty.waitFor(/› 6 +rapport\.pro\.yearly/)
  pty.type('e')
  await pty.waitFor(/Edit product 6/)
  pty.type('\t\t')
  await pty.waitFor(/› Price/)
  pty.type('\u0015')
  await pty.waitFor(/› Price +$/m)
  pty.type('99.5\r')
  await pty.waitFor(/› 6 .* 99\.50 [^]*Updated product 6\./)
  pty.type('q')
  expect(await pty.ended).toEqual({ code: 0, isClean: true, stderr: '' })
  expect((await pty.screen()).join('\n')).not.toContain('rapport')
})

test.each([
  ['Ctrl-C', '\u0003', undefined],
  ['SIGTERM', undefined, 'SIGTERM'],
  ['SIGINT', undefined, 'SIGINT'],
  ['SIGHUP', undefined, 'SIGHUP'],
] as const)(
  '%s ends the explorer with 130 and restores the terminal, even while a form is open',
  async (_name, keys, signal) => {
    const pty = await open()
    await pty.waitFor(/of 249/)
    pty.type('2')
    await pty.waitFor(/› 8/)
    pty.type('e')
    await pty.waitFor(/Edit category 8/)
    if (keys) pty.type(keys)
    if (signal) pty.kill(signal)
    expect(await pty.ended).toMatchObject({ code: 130, isClean: true, stderr: '' })
  },
)

test('draws the screen again when it continues after SIGSTOP', async () => {
  const pty = await open()
  await pty.waitFor(/of 249/)
  pty.kill('SIGSTOP')
  pty.resize(100, 30)
  pty.kill('SIGCONT')
  await pty.waitFor(/1–23 of 249/)
  // oxlint-disable-next-line no-control-regex -- what opens the screen of the explorer
  expect(pty.raw().match(/\u001B\[\?1049h/g)).toHaveLength(2)
  pty.type('q')
  expect(await pty.ended).toMatchObject({ code: 0, isClean: true })
})

test('restores the terminal after a crash', async () => {
  const crash = "data:text/javascript,process.on('SIGUSR2',()=>{throw%20new%20Error('crashed')})"
  const pty = await open({ env: { NODE_OPTIONS: `--import ${crash}` } })
  await pty.waitFor(/of 249/)
  pty.kill('SIGUSR2')
  expect(await pty.ended).toMatchObject({ code: 1, isClean: true })
  await pty.waitFor(/Error: crashed/)
})

test('NO_COLOR turns off colours and weights', async () => {
  const pty = await open({ env: { NO_COLOR: '1' } })
  await pty.waitFor(/of 249/)
  pty.type('d')
  await pty.waitFor(/Are you sure/)
  pty.type('n')
  await pty.waitFor(/Nothing was deleted/)
  pty.type('q')
  expect(await pty.ended).toMatchObject({ code: 0, isClean: true })
  expect(pty.raw()).not.toMatch(STYLES)
})

test('says that a write may have been done if it is left during the write', async () => {
  const forward = async ({ url: path = '', headers }: IncomingMessage, response: ServerResponse) => {
    const upstream = await fetch(new URL(path, url), { headers: { authorization: headers.authorization ?? '' } })
    response.writeHead(upstream.status, { 'Content-Type': 'application/json' })
    response.end(await upstream.text())
  }
  // Accepts deletions and never responds.
  const slow = createServer((request, response) => {
    if (request.method !== 'DELETE') void forward(request, response)
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const { port } = slow.address() as AddressInfo
  const pty = await open({ env: { RAPPORT_API_URL: `http://127.0.0.1:${port}` } })
  await pty.waitFor(/of 249/)
  pty.type('d')
  await pty.waitFor(/Are you sure/)
  pty.type('y')
  await pty.waitFor(/Deleting…/)
  pty.type('\u0003')
  expect(await pty.ended).toMatchObject({ code: 130, isClean: true })
  await pty.waitFor(/The change may have been made/)
  slow.closeAllConnections()
  slow.close()
})
