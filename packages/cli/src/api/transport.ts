import { ApiError } from '@rapport/core/api/api-error.ts'
import { CliError } from '#cli/io/errors.ts'
import { readBounded } from '#cli/io/read-file.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** The `fetch` of Node, or of a test server. */
export type Fetch = (input: string | Request, init: RequestInit) => Promise<Response>

const SYSTEM_NAMES: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }
/** The name of the tool in the list of sessions. */
const USER_AGENT = `rapport-cli/${packageJson.version} (${SYSTEM_NAMES[process.platform] ?? process.platform})`

/** More JSON than any list needs; a response without end must not fill the memory. */
const MAX_BYTES = 256 * 2 ** 20

/**
 * Creates the `fetch` of the client. It follows no redirect, because the token must not reach another origin, and logs requests
 * for --debug without headers and bodies. Rejects with an `ApiError` for a body of more than 256 MiB.
 */
export function createTransport(fetch: Fetch, debug: (line: string) => void) {
  return async (request: Request, init: { signal: AbortSignal }): Promise<Response> => {
    const startTime = performance.now()
    request.headers.set('User-Agent', USER_AGENT)
    const { url, method } = request
    const response = await fetch(request, { ...init, redirect: 'manual' })
    debug(`${method} ${url} ${response.status} ${Math.round(performance.now() - startTime)} ms`)
    const location = response.headers.get('Location')
    if (response.status >= 300 && response.status < 400 && location !== null)
      throw redirectError(new URL(url), location)
    const content = await readBounded(response.body ?? [], MAX_BYTES)
    if (content.length > MAX_BYTES)
      throw new ApiError('bad_response', `The response is larger than ${MAX_BYTES / 2 ** 20} MiB.`)
    return new Response(content.length === 0 ? null : content, response)
  }
}

/** Creates the error of a redirect, without queries, which may contain secrets. */
function redirectError(from: URL, location: string): CliError {
  const redirectUrl = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined
  const isSameOrigin = redirectUrl?.origin === from.origin
  if (redirectUrl && !/^https?:$/.test(redirectUrl.protocol)) {
    const message = `${from.origin} redirects to an address that is not of the web: ${redirectUrl.protocol}`
    return new CliError('redirected', message, { hint: 'Nothing was sent there. Check --api-url.' })
  }
  const to = redirectUrl?.origin ?? location
  const message = isSameOrigin
    ? `${from.origin}${from.pathname} redirects to ${redirectUrl.pathname}.`
    : `${from.origin} redirects to ${to}.`
  const hint = isSameOrigin
    ? 'The API itself never redirects: check the path of --api-url, and whether a proxy in front of it asks you to sign in.'
    : `Nothing was sent there. If that is the API, use --api-url ${to}`
  return new CliError('redirected', message, { hint })
}
