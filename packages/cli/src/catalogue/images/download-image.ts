import { ApiError } from '@rapport/core/api/api-error.ts'
import { retryAfter } from '@rapport/core/api/unwrap.ts'
import type { Deps } from '#cli/deps.ts'
import { withRetries } from '#cli/api/call.ts'

type DownloadDeps = Pick<Deps, 'fetch' | 'target' | 'flags' | 'signal' | 'sleep' | 'debug'>

/** The largest image the reference server creates. Bounded, since several are in memory at a time. */
const MAX_MIB = 16

/** The bytes of an image that the server names, without the session's token. Throws `ApiError`. */
export async function downloadImage(url: string, deps: DownloadDeps): Promise<Uint8Array> {
  const address = imageAddress(url, deps.target.apiUrl)
  return withRetries(() => download(address, deps), {
    sleep: deps.sleep,
    onRetry: ({ message }, delay) =>
      deps.debug(`retry ${withoutQuery(address)} in ${Math.round(delay)} ms: ${message}`),
  })
}

/** Whether trying again would not help: it does not exist, is forbidden, or its address is invalid. */
export function isPermanentFailure({ kind, status }: ApiError): boolean {
  return kind === 'bad_response' || (kind === 'status' && [401, 403, 404, 410].includes(status ?? 0))
}

/** Resolves an image address of the server. Throws `ApiError` if it is not an address. */
function imageAddress(url: string, apiUrl: string): URL {
  const address = URL.canParse(url, `${apiUrl}/`) ? new URL(url, `${apiUrl}/`) : undefined
  if (address?.protocol === 'https:' || address?.protocol === 'http:') return address
  throw new ApiError('bad_response', `${JSON.stringify(url)} is not the address of an image.`)
}

/** The query may hold a signature. */
function withoutQuery({ origin, pathname }: URL): string {
  return `${origin}${pathname}`
}

async function download(address: URL, { fetch, flags, signal, debug }: DownloadDeps): Promise<Uint8Array> {
  const started = performance.now()
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(flags.timeout * 1000)])
  const name = withoutQuery(address)
  let response: Response
  try {
    // Images may lie elsewhere; nothing secret goes along, so a redirect may be followed.
    response = await fetch(address.href, { signal: bounded, redirect: 'follow' })
    debug(`GET ${name} ${response.status} ${Math.round(performance.now() - started)} ms`)
    if (response.ok) return await boundedBytes(response, name)
    await response.body?.cancel()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    const kind = cause instanceof Error ? cause.name : ''
    if (kind === 'TimeoutError') throw new ApiError('timeout', `${name} did not respond in time.`, { cause })
    if (signal.aborted) throw new ApiError('aborted', 'The download was stopped.', { cause })
    throw new ApiError('network', `${name} could not be reached.`, { cause })
  }
  const { status } = response
  throw new ApiError('status', `${name} responded with status ${status}.`, {
    status,
    retryAfterSeconds: retryAfter(response),
  })
}

async function boundedBytes({ body }: Response, name: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > MAX_MIB * 1024 * 1024) throw new ApiError('bad_response', `${name} is larger than ${MAX_MIB} MiB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
