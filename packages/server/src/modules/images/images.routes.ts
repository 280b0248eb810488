import type { FastifyInstance } from 'fastify'
import { DomainError } from '#server/domain-error.ts'
import { IMAGE_POLICY, IMMUTABLE } from '#server/http/headers.ts'
import type { ImagesService } from './images.service.ts'

const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' }

/** Open to all, since a page's `<img>` sends no token; nobody guesses a SHA-256. */
export function imagesRoutes(app: FastifyInstance, images: ImagesService): void {
  app.get<{ Params: { sha256: string; extension: string } }>(
    '/media/:sha256([0-9a-f]{64}).:extension(png|jpg|svg)',
    async (request, reply) => {
      const { sha256, extension } = request.params
      const { media_type, bytes } = await images.get(sha256)
      if (EXTENSIONS[media_type] !== extension) throw new DomainError('not_found', 'There is no such image.')
      const etag = `"${sha256}"`
      reply.headers({ 'Content-Security-Policy': IMAGE_POLICY, 'Cache-Control': IMMUTABLE, ETag: etag })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      // An SVG is a document too: opened by itself it is offered for saving, and only seen inside a page.
      reply.header('Content-Disposition', media_type === 'image/svg+xml' ? 'attachment' : 'inline')
      return reply.type(media_type).send(bytes)
    },
  )
}
