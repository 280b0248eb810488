import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SECOND } from '#server/domain/time.ts'
import { COMMON_HEADERS, IMMUTABLE } from './headers.ts'

const NOT_BUILT_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Rapport</title>
<h1>The console is not built yet</h1>
<p>Run <code>npm run build</code>, then reload this page. The API is running.</p>
</html>
`

/** Enough for the largest file at 8 KiB per second. */
const HANDLER_TIMEOUT_MS = 90 * SECOND

/** Paths that are never pages of the console. */
const NOT_A_PAGE = /^\/(?:api|media|health|assets|metrics)(?:\/|$)/

/**
 * Serves the built console. Files with a hash in their name are cached forever, others are revalidated. Any other path that a
 * browser navigates to gets its own page, such as privacy-policy.html, or index.html, whose router knows the screens.
 */
export function consoleFiles(
  app: FastifyInstance,
  dist: string | undefined,
  pageHeaders: Readonly<Record<string, string>>,
): void {
  const isBuilt = dist !== undefined && existsSync(join(dist, 'index.html'))
  const pages = new Set(isBuilt ? readdirSync(dist).filter((name) => name.endsWith('.html')) : [])
  if (isBuilt) {
    app.register(fastifyStatic, {
      root: dist,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => setFileHeaders(reply, pageHeaders, path.startsWith(join(dist, 'assets/'))),
    })
  }
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handlerTimeout: HANDLER_TIMEOUT_MS,
    handler: (request, reply) => {
      const path = request.params['*']
      const isPage = isNavigation(request)
      if (isPage && !isBuilt) {
        setFileHeaders(reply, pageHeaders, false)
        return reply.type('text/html; charset=utf-8').send(NOT_BUILT_PAGE)
      }
      if (!isBuilt || !(isPage || isFileName(path))) return reply.callNotFound()
      if (!isPage) return reply.sendFile(path)
      // As the router: in any letter case, with or without a slash at the end.
      const page = `${path.replace(/\/$/, '').toLowerCase()}.html`
      return reply.sendFile(pages.has(page) ? page : 'index.html')
    },
  })
}

function setFileHeaders(reply: FastifyReply, pageHeaders: Readonly<Record<string, string>>, isHashed: boolean): void {
  reply.headers({
    ...COMMON_HEADERS,
    ...pageHeaders,
    'Cache-Control': isHashed ? IMMUTABLE : 'no-cache',
  })
}

function isNavigation({ url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return !NOT_A_PAGE.test(path) && !isFileName(path) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
}

function isFileName(path: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1).includes('.')
}
