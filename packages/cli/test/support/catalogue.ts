import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '@rapport/core/entities/products/product.ts'
import { runCli, type RunOptions, type RunResult } from './run-cli.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Two images of one pixel, red and blue. Servers encode them again, so they never serve these bytes. */
export const RED_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
export const BLUE_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** The part of a server that catalogue commands need. */
export interface SignedInServer {
  fetch: (request: Request) => Promise<Response>
  token: string
}

/** Runs a command as a signed-in admin. */
export function runAs(server: SignedInServer, argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return runCli(argv, { server, ...options, env: { RAPPORT_TOKEN: server.token, ...options.env } })
}

/** Writes a file of this name to a new folder and returns its path. */
export function fileWith(name: string, content: string | Buffer): string {
  const file = join(temporaryFolder(), name)
  writeFileSync(file, content)
  return file
}

/** Builds a CSV of products. */
export function productsCsv(count: number, price: number): string {
  const rows = Array.from({ length: count }, (_, index) => `com.example.p${index},Plan ${index},${price},EUR,monthly,0`)
  return ['product_id,name,price,currency,billing_cycle,trial_period_days', ...rows].join('\r\n')
}

/** Fetches the products from the server, without the tool. */
export async function listProducts({ fetch, token }: SignedInServer): Promise<Product[]> {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(new Request('https://rapport.test/api/admin/subscription-products', { headers }))
  const { data }: { data: Product[] } = JSON.parse(await response.text())
  return data
}

/** A server that refuses to create products whose id starts with `id`. */
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

/** Replaces image URLs with ones without digests, as behind a CDN, and optionally the bytes. */
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
