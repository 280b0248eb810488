import type { FastifyInstance } from 'fastify'
import { sendStatus } from './error-handler.ts'

/** A parameter of a route's address, with the pattern that it must have if there is one. */
const PARAMETER = /:\w+(?:\(([^)]*)\))?/g

interface KnownAddress {
  matches: RegExp
  methods: string[]
}

/**
 * Answers 404 where there is nothing, and 405 with the methods that there are (RFC 9110, section 15.5.6) where another
 * one was asked for. Routes for whatever address, such as the console's, count for neither.
 */
export function refuseUnknown(app: FastifyInstance): void {
  const addresses = new Map<string, KnownAddress>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.endsWith('*')) return
    const address = addresses.get(url) ?? { matches: patternOf(url), methods: [] }
    addresses.set(url, address)
    address.methods.push(...[method].flat())
  })
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const methods = [...addresses.values()].filter(({ matches }) => matches.test(path)).flatMap((one) => one.methods)
    if (methods.length === 0) return sendStatus(404, request, reply)
    return sendStatus(405, request, reply.header('Allow', methods.toSorted().join(', ')))
  })
}

function patternOf(url: string): RegExp {
  const literals = url.split(PARAMETER)
  // With the parameter's own pattern in between, or undefined: `split` keeps what a group has found.
  const parts = literals.map((part, index) => (index % 2 === 0 ? escaped(part) : `(?:${part ?? '[^/]+'})`))
  return new RegExp(`^${parts.join('')}$`)
}

function escaped(literal: string): string {
  return literal.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
