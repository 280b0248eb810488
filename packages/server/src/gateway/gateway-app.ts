import { DomainError } from '#server/domain/domain-error.ts'
import { SECOND } from '#server/domain/time.ts'
import { consoleFiles } from '#server/http/console-files.ts'
import { consolePolicy } from '#server/http/headers.ts'
import { healthRoutes } from '#server/http/health.routes.ts'
import { createServer, type LogOptions } from '#server/http/server.ts'
import { type ProxyTimeouts, proxyRoutes, UNREACHABLE_MESSAGE } from './proxy.routes.ts'

interface GatewayDeps {
  upstream: string
  log: LogOptions
  consoleDir: string | undefined
  trustedProxies: readonly string[]
  isHttps: boolean
  /** Origins that images may load from, besides the console's and the API's. */
  imageOrigins: readonly string[]
  maxResponseMib: number
  timeouts?: ProxyTimeouts
}

const TIMEOUTS: ProxyTimeouts = {
  connectMs: 10 * SECOND,
  responseMs: 30 * SECOND,
  uploadMs: 90 * SECOND,
  totalMs: 300 * SECOND,
}
const PROBE_TIMEOUT_MS = 5 * SECOND

/**
 * Builds the server that puts the console in front of another API of the same contract, on one origin, with our headers, limits
 * and timeouts, and without a database.
 */
export async function buildGateway(deps: GatewayDeps): Promise<ReturnType<typeof createServer>> {
  const { upstream, log, consoleDir, trustedProxies, isHttps, imageOrigins, maxResponseMib, timeouts = TIMEOUTS } = deps
  const app = createServer(log, { trustedProxies, isHttps })
  await proxyRoutes(app, { upstream, isHttps, timeouts, maxResponseMib })
  healthRoutes(app, () => probe(upstream))
  // The API may give images absolute URLs.
  const policy = consolePolicy({ isHttps, imageOrigins: [upstream, ...imageOrigins] })
  consoleFiles(app, consoleDir, { 'Content-Security-Policy': policy })
  await app.ready()
  return app
}

/** Throws `unavailable` unless the API responds. Any status below 500 counts, since the probe is not signed in. */
async function probe(upstream: string): Promise<void> {
  const options = { redirect: 'manual', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) } as const
  const response = await fetch(`${upstream}/api/admin/get-settings`, options).catch((cause: unknown) => {
    throw new DomainError('unavailable', UNREACHABLE_MESSAGE, { retryAfterSeconds: 5, cause })
  })
  await response.body?.cancel()
  if (response.status >= 500)
    throw new DomainError('unavailable', 'The upstream API is not healthy.', { retryAfterSeconds: 5 })
}
