import type { SignedInServer } from './run-as.ts'

/** Wraps a server so that it refuses to create products whose id contains `id`. */
export function refusing(server: SignedInServer, id: string, message = 'No.') {
  return watched(server, async (request, respond) => {
    const isBad = request.method === 'POST' && (await request.clone().text()).includes(id)
    return isBad ? Response.json({ code: 422, message }, { status: 422 }) : respond()
  })
}

/** Wraps `fetch` to record the calls. `change` can replace responses. */
export function watched(
  server: SignedInServer,
  change: (request: Request, respond: () => Promise<Response>) => Promise<Response> = (_request, respond) => respond(),
): SignedInServer & { calls: string[] } {
  const calls: string[] = []
  return {
    token: server.token,
    calls,
    fetch(request) {
      calls.push(`${request.method} ${new URL(request.url).pathname}`)
      return change(request, () => server.fetch(request))
    },
  }
}

/** Wraps a server so that it serves images at URLs without digests, as behind a CDN, and optionally with other bytes. */
export function opaqueImages(server: SignedInServer, { host = '', bytes }: { host?: string; bytes?: Buffer } = {}) {
  const names = new Map<string, string>()
  const tokens = new Set<string | null>()
  const opaque = watched(server, async (request, respond) => {
    const { origin, pathname } = new URL(request.url)
    const media = names.get(pathname)
    if (media !== undefined) {
      tokens.add(request.headers.get('Authorization'))
      return bytes ? new Response(bytes) : server.fetch(new Request(`${origin}${media}`))
    }
    const text = await (await respond()).text()
    const renamed = text.replaceAll(/\/media\/[0-9a-f]{64}\.png/g, (address) => {
      const name = `/files/${names.size}`
      names.set(name, address)
      return `${host}${name}`
    })
    return new Response(renamed, { headers: { 'Content-Type': 'application/json' } })
  })
  return Object.assign(opaque, { tokens })
}
