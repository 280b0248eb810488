import path from 'node:path'
import { preview } from 'vite'

/** Serves the build, with index.html for unknown paths, and proxies API calls to `api`. */
export async function startStaticServer(api: string): Promise<AsyncDisposable & { url: string }> {
  const server = await preview({
    configFile: false,
    root: path.resolve(import.meta.dirname, '../..'),
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 0, cors: false, proxy: { '^/(api|media)/': { target: api } } },
  })
  const [url = ''] = server.resolvedUrls?.local ?? []
  return { url: url.replace(/\/$/, ''), [Symbol.asyncDispose]: () => server.close() }
}
