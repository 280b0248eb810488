import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'

const DIST = path.resolve(import.meta.dirname, '../../dist')

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves the build, with index.html for unknown paths, and proxies API calls to `api`. */
export async function startStaticServer(api?: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((incoming, outgoing) => {
    if (api !== undefined && /^\/(?:api|media)\//.test(incoming.url ?? '')) proxy(api, incoming, outgoing)
    else void sendFile(incoming.url ?? '/', outgoing)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The static server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

async function sendFile(url: string, outgoing: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, 'http://localhost')
  const requested = path.join(DIST, path.normalize(pathname))
  const isFile = await stat(requested).then(
    (entry) => entry.isFile(),
    () => false,
  )
  const file = isFile ? requested : path.join(DIST, 'index.html')
  outgoing.setHeader('Content-Type', TYPES[path.extname(file)] ?? 'application/octet-stream')
  createReadStream(file).pipe(outgoing)
}

function proxy(api: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const target = new URL(incoming.url ?? '/', api)
  const upstream = request(target, { method: incoming.method, headers: incoming.headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
  })
  upstream.on('error', () => {
    if (!outgoing.headersSent) outgoing.writeHead(502)
    outgoing.end()
  })
  incoming.pipe(upstream)
}
