import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startBinary } from './support/built-binary.ts'
import { runCli } from './support/run-cli.ts'
import { listeningServer } from './support/shared-server.ts'

const { url, token } = await listeningServer()

async function serve(
  listener: RequestListener,
  tunnel?: (request: IncomingMessage, socket: IncomingMessage['socket']) => void,
) {
  const listening = createServer(listener).listen(0, '127.0.0.1')
  if (tunnel) listening.on('connect', tunnel)
  await once(listening, 'listening')
  onTestFinished(() => {
    listening.close().closeAllConnections()
  })
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

/** A proxy that reaches the test server for every host, by requests or by tunnels. */
async function openProxy() {
  const hosts: string[] = []
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(request.url ?? '', url)
    const headers = { authorization: request.headers.authorization ?? '' }
    const upstream = await fetch(`${url}${pathname}${search}`, { headers })
    response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(await upstream.text())
  }
  const proxy = await serve(
    (request, response) => {
      hosts.push(`${request.method} ${request.url}`)
      void forward(request, response)
    },
    (request, socket) => {
      hosts.push(`${request.method} ${request.url}`)
      const upstream = connect(Number(new URL(url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        upstream.pipe(socket)
        socket.pipe(upstream)
      })
      socket.on('error', () => upstream.destroy())
      upstream.on('error', () => socket.destroy())
    },
  )
  return { proxy, hosts }
}

const run = async (argv: readonly string[], env: NodeJS.ProcessEnv) => {
  const { child, ended } = startBinary(argv, { RAPPORT_API_URL: url, RAPPORT_TOKEN: token, ...env })
  child.stdin.end()
  return ended
}
const api = 'http://api.invalid'

test.concurrent.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])('%s is used', async (name) => {
  const { proxy, hosts } = await openProxy()
  const { code, stderr } = await run(['products', 'list', '--api-url', api, '--insecure'], { [name]: proxy })
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(hosts.join()).toContain('api.invalid')
})

test.concurrent('NO_PROXY names hosts to reach without the proxy, with their subdomains', async () => {
  const { proxy, hosts } = await openProxy()
  const env = { HTTP_PROXY: proxy, NO_PROXY: 'example.org, invalid', RAPPORT_API_URL: api }
  const { code } = await run(['products', 'list', '--insecure'], env)
  expect({ code, hosts }).toEqual({ code: 7, hosts: [] })
  expect(await run(['products', 'list'], { HTTP_PROXY: proxy, no_proxy: '127.0.0.1' })).toMatchObject({ code: 0 })
  expect(hosts).toEqual([])
})

test.concurrent('doctor names the proxy without its password', async () => {
  const { proxy } = await openProxy()
  const { stdout } = await run(['doctor', '--json'], { HTTP_PROXY: proxy.replace('//', '//me:secret@') })
  expect(stdout).toContain(`through the proxy ${proxy.replace('//', '//***@')}`)
  expect(stdout).not.toContain('secret')
})

test.concurrent.each([
  ['that is down', 'http://127.0.0.1:9', 'through the proxy http://127.0.0.1:9 (ECONNREFUSED)'],
  ['of another kind', 'socks5://127.0.0.1:9', 'The proxy socks5://127.0.0.1:9 cannot be used'],
])('a proxy %s is blamed, not the API', async (_name, proxy, blame) => {
  const { code, stderr } = await run(['products', 'create', '--product-id', 'a', '--name', 'A', '--price', '1'], {
    ALL_PROXY: proxy,
  })
  expect(code).toBe(7)
  expect(stderr).toContain(blame)
  expect(stderr).not.toContain('bug')
})

test.concurrent('a proxy of another kind does not matter on the way to a host that NO_PROXY names', async () => {
  const env = { ALL_PROXY: 'socks5://127.0.0.1:9', NO_PROXY: 'localhost,127.0.0.1' }
  expect(await run(['products', 'list'], env)).toMatchObject({ code: 0 })
})

test.concurrent('a port that fetch never sends to is named as such', async () => {
  const { code, stderr } = await run(['products', 'list', '--api-url', 'http://127.0.0.1:6000'], {})
  expect({ code, stderr }).toMatchObject({ code: 7, stderr: expect.stringContaining('Let the API use another port.') })
})

test.concurrent('a proxy that refuses the tunnel is blamed', async () => {
  const proxy = await serve(
    () => undefined,
    (_request, socket) => void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'),
  )
  const { stderr } = await run(['logout', '--debug'], {})
  expect(stderr).not.toContain('proxy')
  const env = { HTTPS_PROXY: proxy, RAPPORT_API_URL: 'https://api.invalid' }
  const refused = await run(['products', 'delete', '1', '--yes', '--timeout', '5'], env)
  expect(refused.stderr).toContain(`The proxy ${proxy} refuses the connection to https://api.invalid.`)
})

test.concurrent('https at a port of http is explained', async () => {
  const { code, stderr } = await run(['doctor'], { RAPPORT_API_URL: url.replace('http:', 'https:') })
  expect(code).toBe(1)
  expect(stderr).toMatch(/does not answer in TLS \(\w+\)\. Does it expect http instead of https\?/)
})

test.concurrent('a redirect to a script is not followed, and said in words', async () => {
  const address = await serve((_, response) => {
    response.writeHead(302, { location: 'javascript:alert(1)' }).end()
  })
  const { stderr } = await run(['products', 'list'], { RAPPORT_API_URL: address })
  expect(stderr).toContain('redirects to an address that is not of the web: javascript:')
  expect(stderr).not.toContain('null')
})

const responding = (status: number, body: unknown = '', headers: Record<string, string> = {}) => ({
  fetch: () =>
    Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })),
})
const env = { RAPPORT_TOKEN: 't' }

test('errors show the HTTP status, and name what was asked for', async () => {
  const users = await runCli(['users', 'list', '--limit', '1'], { env, server: responding(502) })
  expect(users.stderr).toContain('error: Failed to fetch users. (502 Bad Gateway)\n')
  const products = await runCli(['products', 'list'], { env, server: responding(500) })
  expect(products.stderr).toContain('error: Failed to fetch products. (500 Internal Server Error)\n')
  const json = await runCli(['products', 'list', '--json'], { env, server: responding(500) })
  expect(JSON.parse(json.stderr).error).toMatchObject({ message: 'Failed to fetch products.', status: 500 })
})

test('shows every field of a list of field errors', async () => {
  const errors = [
    { field: 'name', message: 'Name is taken.' },
    { field: 'price', message: 'Price is odd.' },
  ]
  const { stderr } = await runCli(['products', 'create', '--product-id', 'a', '--name', 'A', '--price', '1'], {
    env,
    server: responding(422, { code: 422, message: 'Invalid.', errors }),
  })
  expect(stderr).toBe('error: Invalid. (422 Unprocessable Entity)\n       name: Name is taken. price: Price is odd.\n')
})

test('says without a terminal that it waits, once', async () => {
  const headers = { 'Retry-After': '30' }
  const { code, stderr } = await runCli(['products', 'list'], { env, server: responding(503, '', headers) })
  expect(code).toBe(7)
  expect(stderr.match(/Trying again in 30 seconds\./g)).toHaveLength(1)
  const quiet = await runCli(['products', 'list', '-q'], { env, server: responding(503, '', headers) })
  expect(quiet.stderr).not.toContain('Trying again')
})

test.each(['0', '9'.repeat(400)])('a Retry-After of %s ends in words', async (value) => {
  const { code, stderr } = await runCli(['products', 'list'], {
    env,
    server: responding(429, '', { 'Retry-After': value }),
  })
  expect(code).toBe(7)
  expect(stderr).toMatch(/Try again in (a moment|8784 hours)\./)
})

test('a response that is nested too deeply ends in words', async () => {
  const deep = `{"code":200,"message":"ok","data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  const { code, stderr } = await runCli(['api', 'GET', 'users'], { env, server: responding(200, deep) })
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: The data is nested too deeply.\n' })
})

test.each([['users', 'list'], ['stats']])('%s %s fails if nothing in the list can be read', async (...argv) => {
  const users = { code: 200, message: 'ok', data: { users: [{ email: 'a@b' }] } }
  const { code, stderr } = await runCli(argv, { env, server: responding(200, users) })
  expect(code).toBe(1)
  expect(stderr).toContain('No record in it has an id.')
})
