import { hash } from 'node:crypto'
import { ApiError } from '@rapport/core/api/api-error.ts'
import { retryAfter } from '@rapport/core/api/read-response.ts'
import type { ImageAccess } from '@rapport/core/catalogue/plan/compare-images.ts'
import { withRetries } from '#cli/api/retries.ts'
import type { Deps } from '#cli/deps.ts'
import { readBounded } from '#cli/io/read-file.ts'
import type { ImageLocks } from './image-lock.ts'

type DownloadDeps = Pick<Deps, 'fetch' | 'target' | 'flags' | 'signal' | 'sleep' | 'debug' | 'onWait'>

/** The reference server creates no larger images. Several are in memory at a time. */
export const MAX_BYTES = 16 * 2 ** 20

/** Downloads an image without sending the token. Throws `ApiError`. */
export async function downloadImage(url: string, deps: DownloadDeps): Promise<Uint8Array> {
  const imageUrl = resolveImageUrl(url, deps.target.apiUrl)
  return withRetries(() => download(imageUrl, deps), {
    sleep: deps.sleep,
    onRetry(error, delay) {
      deps.debug(`retry ${withoutQuery(imageUrl)} in ${Math.round(delay)} ms: ${error.message}`)
      deps.onWait(error, delay)
    },
  })
}

export function createImageAccess(locks: ImageLocks, deps: DownloadDeps): ImageAccess {
  return {
    findServedImages: locks,
    computeDigest: (bytes) => hash('sha256', bytes),
    download: (url) => downloadImage(url, deps),
  }
}

/**
 * Returns true if the server no longer has the image or refuses it to everyone, sent more than `MAX_BYTES`, or gave an invalid
 * address.
 */
export function isImageLost({ kind, status }: ApiError): boolean {
  return kind === 'bad_response' || (kind === 'status' && [401, 403, 404, 410].includes(status ?? 0))
}

/** Throws `ApiError` if the URL is invalid. */
function resolveImageUrl(url: string, apiUrl: string): URL {
  const imageUrl = URL.canParse(url, `${apiUrl}/`) ? new URL(url, `${apiUrl}/`) : undefined
  if (imageUrl?.protocol === 'https:' || imageUrl?.protocol === 'http:') return imageUrl
  throw new ApiError('bad_response', `${JSON.stringify(url)} is not the address of an image.`)
}

/** Removes the query, which may contain a signature. */
function withoutQuery({ origin, pathname }: URL): string {
  return `${origin}${pathname}`
}

async function download(imageUrl: URL, { fetch, flags, signal, debug }: DownloadDeps): Promise<Uint8Array> {
  const startTime = performance.now()
  const downloadSignal = AbortSignal.any([signal, AbortSignal.timeout(flags.timeout * 1000)])
  const name = withoutQuery(imageUrl)
  let response: Response
  try {
    // No token is sent, so redirects are safe.
    response = await fetch(imageUrl.href, { signal: downloadSignal, redirect: 'follow' })
    debug(`GET ${name} ${response.status} ${Math.round(performance.now() - startTime)} ms`)
    if (response.ok) {
      const bytes = await readBounded(response.body ?? [], MAX_BYTES)
      if (bytes.length <= MAX_BYTES) return bytes
      throw new ApiError('bad_response', `${name} is larger than ${MAX_BYTES / 2 ** 20} MiB.`)
    }
    await response.body?.cancel()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    const errorName = cause instanceof Error ? cause.name : ''
    if (errorName === 'TimeoutError') throw new ApiError('timeout', `${name} did not respond in time.`, { cause })
    if (signal.aborted) throw new ApiError('aborted', 'The download was stopped.', { cause })
    throw new ApiError('network', `${name} could not be reached.`, { cause })
  }
  const { status } = response
  throw new ApiError('status', `${name} responded with status ${status}.`, {
    status,
    retryAfterSeconds: retryAfter(response),
  })
}
