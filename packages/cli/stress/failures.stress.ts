import { expect, test } from 'vitest'
import { runCli, type TestFetch } from '../test/support/run-cli.ts'

// Failures of a server or network, and what each command makes of them.
const envelope =
  (status: number, extraFields: object = {}, headers: Record<string, string> = {}) =>
  () =>
    Promise.resolve(
      Response.json({ code: status, message: `Server says ${status}.`, ...extraFields }, { status, headers }),
    )
const refused = () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  return Promise.reject(new TypeError('fetch failed', { cause }))
}
const html = (status: number) => () =>
  Promise.resolve(new Response('<html>', { status, headers: { 'Content-Type': 'text/html' } }))
const redirect = () =>
  Promise.resolve(new Response(null, { status: 302, headers: { Location: 'https://evil.test/login' } }))
const never: TestFetch = (_request, { signal }) =>
  new Promise<Response>((_resolve, reject) => {
    const giveUp = () => reject(signal?.reason)
    // On a slow machine the signal may abort before the call starts.
    if (signal?.aborted) giveUp()
    signal?.addEventListener('abort', giveUp)
  })

const failures = [
  { name: 'a bad request', fetch: envelope(400), exit: 1, code: 'rejected', status: 400 },
  { name: 'a session that ended', fetch: envelope(401), exit: 4, code: 'unauthorized', status: 401 },
  { name: 'no permission', fetch: envelope(403), exit: 4, code: 'forbidden', status: 403 },
  { name: 'a conflict', fetch: envelope(409), exit: 5, code: 'conflict', status: 409 },
  {
    name: 'a rate limit',
    fetch: envelope(429, {}, { 'Retry-After': '120' }),
    exit: 7,
    code: 'rate_limited',
    status: 429,
  },
  {
    name: 'a server that fails',
    fetch: envelope(500, { request_id: 'r-1' }),
    exit: 1,
    code: 'server_error',
    status: 500,
  },
  { name: 'a server that stops', fetch: envelope(503), exit: 7, code: 'unavailable', status: 503 },
  { name: 'a gateway that sends HTML', fetch: html(502), exit: 7, code: 'unavailable', status: 502 },
  { name: 'HTTP 200 with HTML', fetch: html(200), exit: 1, code: 'bad_response', status: null },
  {
    name: 'HTTP 200 with another code',
    fetch: () => Promise.resolve(Response.json({ code: 409, message: 'No.' })),
    exit: 5,
    code: 'conflict',
    status: 409,
  },
  { name: 'a refused connection', fetch: refused, exit: 7, code: 'network', status: null },
  { name: 'no response in time', fetch: never, exit: 7, code: 'timeout', status: null },
  { name: 'a redirect to another origin', fetch: redirect, exit: 1, code: 'redirected', status: null },
]

const READ = ['users', 'list']
const WRITE = ['products', 'create', '--product-id', 'p', '--name', 'N', '--price', '1']

test.each(failures)('$name ends a read and a write with $exit', async ({ fetch, exit, code, status }) => {
  const options = { server: { fetch }, env: { RAPPORT_TOKEN: 'canary-token' } }
  for (const argv of [READ, WRITE]) {
    const asJson = await runCli([...argv, '--json', '--debug', '--timeout', '0.02'], options)
    expect(asJson).toMatchObject({ code: exit, stdout: '' })
    const lines = asJson.stderr.split('\n').filter((line) => line.startsWith('{'))
    expect(lines).toHaveLength(1)
    const { error } = JSON.parse(lines[0] ?? '')
    expect(error).toEqual({ code, status, message: expect.stringMatching(/./), hint: error.hint })
    expect(asJson.stderr).not.toMatch(/canary/)

    const readable = await runCli([...argv, '--timeout', '0.02'], options)
    expect(readable).toMatchObject({ code: exit, stderr: expect.stringMatching(/^error: \S/m) })
  }
})

test('follows no redirect, so that the token stays with its API', async () => {
  const requests: string[] = []
  const fetch = (request: Request, init: Pick<RequestInit, 'redirect'>) => {
    requests.push(`${new URL(request.url).origin} ${init.redirect}`)
    return redirect()
  }
  const { stderr } = await runCli(['whoami'], { server: { fetch }, env: { RAPPORT_TOKEN: 'secret' } })
  expect(requests).toEqual(['https://rapport.test manual'])
  expect(stderr).toContain('https://rapport.test redirects to https://evil.test.')
})

test('a redirect within the origin does not suggest the same address', async () => {
  const headers = { Location: '/sign-in?next=secret' }
  const fetch = () => Promise.resolve(new Response(null, { status: 302, headers }))
  const { code, stderr } = await runCli(['whoami'], { server: { fetch }, env: { RAPPORT_TOKEN: 'secret' } })
  expect(code).toBe(1)
  expect(stderr).toContain('https://rapport.test/api/admin/get-settings redirects to /sign-in.')
  expect(stderr).not.toMatch(/--api-url https|secret/)
})

test('escapes control characters in server messages', async () => {
  const fetch = () =>
    Promise.resolve(Response.json({ code: 400, message: '\u001B[2Jgone\nerror: fake' }, { status: 400 }))
  const { stderr } = await runCli(['whoami'], { tty: true, server: { fetch }, env: { RAPPORT_TOKEN: 'secret' } })
  expect(stderr).toBe('error: \\u001b[2Jgone\\u000aerror: fake (400 Bad Request)\n')
})

test('refuses a token that no header can carry, without quoting it', async () => {
  const { code, stderr } = await runCli(['whoami', '--debug'], { env: { RAPPORT_TOKEN: 'canary\ntoken' } })
  expect(code).toBe(4)
  expect(stderr).not.toContain('canary')
})
