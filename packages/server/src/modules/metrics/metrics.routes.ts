import { hash, timingSafeEqual } from 'node:crypto'
import { operations } from '@rapport/core/api/operations.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#server/domain/domain-error.ts'
import { isLoopback } from '#server/security/limits/ip-block.ts'
import type { createMetrics } from './metrics.service.ts'

export interface MetricsAccess {
  /** The bearer token that reads them from anywhere; undefined for none. */
  token: string | undefined
  /** Whether programs on this machine read them without a token. */
  onLoopback: boolean
}

/** Counts each response, and serves the metrics to those who may read them. */
export function metricsRoutes(
  app: FastifyInstance,
  metrics: ReturnType<typeof createMetrics>,
  { token, onLoopback }: MetricsAccess,
): void {
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`)

  app.addHook('onResponse', ({ routeOptions }, reply, done) => {
    const { operation } = routeOptions.config
    metrics.countRequest({
      operation: operation ?? 'other',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
      isSignIn: operation !== undefined && operations[operation].security === 'none',
    })
    done()
  })
  app.addHook('onClose', async () => metrics.stop())
  app.get('/metrics', async (request, reply) => {
    const { authorization = '' } = request.headers
    const hasToken = expected !== undefined && timingSafeEqual(digest(authorization), expected)
    if (!hasToken && !(onLoopback && isFromThisMachine(request))) {
      throw expected === undefined
        ? new DomainError('forbidden', 'Only programs on this machine can read the metrics.')
        : new DomainError('unauthorized', 'The metrics need the token of RAPPORT_METRICS_TOKEN.')
    }
    return reply.type(metrics.contentType).send(await metrics.scrape())
  })
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/
const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i

/** A proxy on this machine connects from a loopback address too, and so does a browser that a page sent to a name of its own. */
function isFromThisMachine({ raw, headers, hostname }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => FORWARDED.test(name))
  return !isForwarded && THIS_MACHINE.test(hostname) && isLoopback(raw.socket.remoteAddress ?? '')
}
