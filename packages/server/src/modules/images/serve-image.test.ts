import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { openSocket } from '#server/testing/network/raw-socket.ts'
import type { TestServer } from '#server/testing/start.ts'

onEachEngine(({ start }) => {
  it('serves an image cached forever, and 304 to a client that has it', async () => {
    await using server = await start({ demo: 1 })
    const sha256 = await imageOf(server, 'image/png')
    const response = await get(server, `${sha256}.png`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      etag: `"${sha256}"`,
    })
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 8)
        .toString('latin1'),
    ).toBe('\x89PNG\r\n\x1a\n')
    for (const matchingTag of [`"${sha256}"`, `W/"${sha256}"`, `"x", "${sha256}"`, '*']) {
      const { status } = await get(server, `${sha256}.png`, { 'If-None-Match': matchingTag })
      expect({ known: matchingTag, status }).toEqual({ known: matchingTag, status: 304 })
    }
    for (const otherTag of ['"x"', sha256, `"${sha256}.preview"`, '']) {
      const { status } = await get(server, `${sha256}.png`, { 'If-None-Match': otherTag })
      expect({ other: otherTag, status }).toEqual({ other: otherTag, status: 200 })
    }
  })

  it('responds with 404 for an unknown image', async () => {
    await using server = await start({ demo: 1 })
    const sha256 = await imageOf(server, 'image/png')
    for (const name of [
      `${'0'.repeat(64)}.png`,
      `${sha256}.html`,
      `${sha256}.svg`,
      `${sha256}.jpg`,
      sha256,
      `${sha256}.png/x`,
      '..%2fx.png',
    ]) {
      const { status } = await get(server, name)
      expect({ name, status }).toEqual({ name, status: 404 })
    }
  })

  it('sends a large image in pieces, so that clients that do not read it take no room from others', async () => {
    await using server = await start()
    const [bytes, preview] = [randomBytes(5 * 2 ** 20 - 7), randomBytes(2 ** 20 + 1)]
    const sha256 = 'a'.repeat(64)
    const image = { sha256, media_type: 'image/png', bytes, preview, created_at: 0 }
    await server.database.db.insertInto('images').values(image).execute()
    const origin = await server.listen()
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(origin)))
    for (const { socket } of sockets) {
      socket.pause()
      socket.write(`GET /media/${sha256}.png HTTP/1.1\r\nHost: x\r\n\r\n`)
    }
    for (const [name, expected] of [
      [`${sha256}.png`, bytes],
      [`${sha256}.preview.png`, preview],
    ] as const) {
      const response = await fetch(`${origin}/media/${name}`)
      expect([response.status, Number(response.headers.get('content-length'))]).toEqual([200, expected.length])
      expect(expected.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
      const head = await fetch(`${origin}/media/${name}`, { method: 'HEAD' })
      expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, expected.length])
    }
    for (const { socket } of sockets) socket.destroy()
  })
})

async function imageOf({ database }: TestServer, mediaType: string): Promise<string> {
  const query = database.db.selectFrom('images').select('sha256').where('media_type', '=', mediaType)
  return (await query.executeTakeFirstOrThrow()).sha256
}

async function get(server: TestServer, name: string, headers: Record<string, string> = {}): Promise<Response> {
  return server.fetch(new Request(`${server.baseUrl}/media/${name}`, { headers }))
}
