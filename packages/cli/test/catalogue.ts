import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '@rapport/core/entities/products/product.ts'
import { runCli, type RunOptions, type RunResult } from './run-cli.ts'
import { tempFolder } from './temp-folder.ts'

/** Two pictures of one pixel, a red and a blue one, which no server stores byte by byte. */
export const RED_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
export const BLUE_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A server as the commands of the catalogue need it. */
export interface SignedInServer {
  fetch: (request: Request) => Promise<Response>
  token: string
}

/** Runs a command line as a signed-in admin. */
export function runAs(server: SignedInServer, argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return runCli(argv, { server, ...options, env: { RAPPORT_TOKEN: server.token, ...options.env } })
}

/** A file of its own, by that name. */
export function fileWith(name: string, content: string | Buffer): string {
  const file = join(tempFolder(), name)
  writeFileSync(file, content)
  return file
}

/** Many products as a CSV. */
export function productsCsv(count: number, price: number): string {
  const rows = Array.from({ length: count }, (_, n) => `com.example.p${n},Plan ${n},${price},EUR,monthly,0`)
  return ['product_id,name,price,currency,billing_cycle,trial_period_days', ...rows].join('\r\n')
}

/** The products that the server holds, as the tool lists them by its own means. */
export async function productsOf({ fetch, token }: SignedInServer): Promise<Product[]> {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(new Request('https://rapport.test/api/admin/subscription-products', { headers }))
  const { data }: { data: Product[] } = JSON.parse(await answer.text())
  return data
}

/** A server that refuses to create the products whose id begins so, and takes all else. */
export function refusing(server: SignedInServer, id: string, message = 'No.') {
  return watched(server, async (request, answer) => {
    const isBad = request.method === 'POST' && (await request.clone().text()).includes(id)
    return isBad ? Response.json({ code: 422, message }, { status: 422 }) : answer()
  })
}

/** A `fetch` that records which calls were made, and lets `change` answer in place of the server. */
export function watched(
  server: SignedInServer,
  change: (request: Request, answer: () => Promise<Response>) => Promise<Response> = (_request, answer) => answer(),
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
