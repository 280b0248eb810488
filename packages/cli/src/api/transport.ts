import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** The `fetch` of Node, or of a test server. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Replaces Node's `Request`, which makes a stream of every body and slows bulk operations down. */
function plainRequest(url: string, init: RequestInit) {
  return { ...init, url }
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client uses only these members of a request
export const PlainRequest = plainRequest as unknown as typeof Request

const SYSTEM_NAMES: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }
/** The name of the tool in the list of sessions. */
const USER_AGENT = `rapport-cli/${packageJson.version} (${SYSTEM_NAMES[process.platform] ?? process.platform})`

/**
 * Creates the `fetch` of the client. It follows no redirect, because the token must not reach another origin, and logs requests
 * for --debug without headers and bodies.
 */
export function createTransport(fetch: Fetch, debug: (line: string) => void) {
  return async (request: Request, init: { signal: AbortSignal }): Promise<Response> => {
    const startTime = performance.now()
    request.headers.set('User-Agent', USER_AGENT)
    const { url, method, headers, body } = request
    const response = await fetch(url, { method, headers, body, ...init, redirect: 'manual' })
    debug(`${method} ${url} ${response.status} ${Math.round(performance.now() - startTime)} ms`)
    const location = response.headers.get('Location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    throw redirectError(new URL(url), location)
  }
}

/** Creates the error of a redirect, without queries, which may contain secrets. */
function redirectError(from: URL, location: string): CliError {
  const redirectUrl = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined
  const isSameOrigin = redirectUrl?.origin === from.origin
  if (redirectUrl && !/^https?:$/.test(redirectUrl.protocol)) {
    const message = `${from.origin} redirects to an address that is not of the web: ${redirectUrl.protocol}`
    return new CliError('redirected', message, {
      hint: 'Nothing was sent there. Check --api-url.',
      exitCode: EXIT.failed,
    })
  }
  const to = redirectUrl?.origin ?? location
  const message = isSameOrigin
    ? `${from.origin}${from.pathname} redirects to ${redirectUrl.pathname}.`
    : `${from.origin} redirects to ${to}.`
  const hint = isSameOrigin
    ? 'The API itself never redirects: check the path of --api-url, and whether a proxy in front of it asks you to sign in.'
    : `Nothing was sent there. If that is the API, use --api-url ${to}`
  return new CliError('redirected', message, { hint, exitCode: EXIT.failed })
}
