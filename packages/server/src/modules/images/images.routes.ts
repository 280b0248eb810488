import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { IMAGE_POLICY, IMMUTABLE } from '#server/http/headers.ts'
import type { ImagesService } from './images.service.ts'

const IMAGE = '/media/:sha256([0-9a-f]{64})'
const EXTENSION = ':extension(png|jpg)'

/** Few images are read at a time, so that other requests go first. */
const CONCURRENT_READS = 2

type ImageRequest = FastifyRequest<{ Params: { sha256: string; extension: string } }>

/** Serves images without a token, since a page's `<img>` sends none; a SHA-256 cannot be guessed. */
export function imagesRoutes(app: FastifyInstance, images: ImagesService): void {
  const method = ['GET', 'HEAD']
  const limitConcurrency = pLimit(CONCURRENT_READS)
  app.route({
    method,
    url: `${IMAGE}.${EXTENSION}`,
    handler: (request: ImageRequest, reply) => send(request, reply, false),
  })
  app.route({
    method,
    url: `${IMAGE}.preview.${EXTENSION}`,
    handler: (request: ImageRequest, reply) => send(request, reply, true),
  })

  async function send({ params, headers }: ImageRequest, reply: FastifyReply, isPreview: boolean) {
    const { sha256, extension } = params
    const { media_type, size } = await images.find(sha256, extension, isPreview)
    const etag = isPreview ? `"${sha256}.preview"` : `"${sha256}"`
    const cacheHeaders = { 'Content-Security-Policy': IMAGE_POLICY, 'Cache-Control': IMMUTABLE, ETag: etag }
    if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).headers(cacheHeaders).send()
    const bytes = await limitConcurrency(async () => {
      await setImmediate()
      app.assertRoomToSend(reply, size)
      return images.read(sha256, isPreview)
    })
    return reply.headers(cacheHeaders).header('Content-Disposition', 'inline').type(media_type).send(bytes)
  }
}

/** Returns true if If-None-Match (RFC 9110, section 13.1.2) has the tag or is `*`. A compressing proxy makes tags weak. */
function matchesEtag(tags: string | undefined, etag: string): boolean {
  const tagList = tags?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tagList?.some((tag) => tag === etag || tag === '*') ?? false
}
