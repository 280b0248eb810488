import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IMAGE_POLICY, IMMUTABLE } from '#server/http/headers.ts'
import { type createImagesService, PIECE_BYTES } from './images.service.ts'

const IMAGE = '/media/:sha256([0-9a-f]{64})'
const EXTENSION = ':extension(png|jpg)'

const METHODS = ['GET', 'HEAD']

type ImageRequest = FastifyRequest<{ Params: { sha256: string; extension: string } }>

/** Serves images without a token, since a page's `<img>` sends none; a SHA-256 cannot be guessed. */
export function imagesRoutes(app: FastifyInstance, images: ReturnType<typeof createImagesService>): void {
  app.route({
    method: METHODS,
    url: `${IMAGE}.${EXTENSION}`,
    handler: (request: ImageRequest, reply) => send(request, reply, false),
  })
  app.route({
    method: METHODS,
    url: `${IMAGE}.preview.${EXTENSION}`,
    handler: (request: ImageRequest, reply) => send(request, reply, true),
  })

  async function send({ method, params, headers }: ImageRequest, reply: FastifyReply, isPreview: boolean) {
    const { sha256, extension } = params
    const { media_type, size } = await images.find(sha256, extension, isPreview)
    const etag = isPreview ? `"${sha256}.preview"` : `"${sha256}"`
    const cacheHeaders = { 'Content-Security-Policy': IMAGE_POLICY, 'Cache-Control': IMMUTABLE, ETag: etag }
    if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).headers(cacheHeaders).send()
    const imageHeaders = { ...cacheHeaders, 'Content-Disposition': 'inline', 'Content-Type': media_type }
    if (method === 'HEAD') return reply.headers({ ...imageHeaders, 'Content-Length': size }).send()
    if (size > PIECE_BYTES) app.limitSending(reply, size, 2 * PIECE_BYTES)
    const pieces = Readable.from(images.readPieces(sha256, isPreview, size), { objectMode: false, highWaterMark: 1 })
    // Rejects if the image was deleted meanwhile.
    await once(pieces, 'readable')
    return reply.headers({ ...imageHeaders, 'Content-Length': size }).send(pieces)
  }
}

/** Returns true if If-None-Match (RFC 9110, section 13.1.2) has the tag or is `*`. A compressing proxy makes tags weak. */
function matchesEtag(tags: string | undefined, etag: string): boolean {
  const tagList = tags?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tagList?.some((tag) => tag === etag || tag === '*') ?? false
}
