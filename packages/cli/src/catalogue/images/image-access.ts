import type { ImageAccess } from '@rapport/core/catalogue/plan/compare-images.ts'
import type { Deps } from '#cli/deps.ts'
import { sha256 } from '#cli/io/sha256.ts'
import { downloadImage } from './download-image.ts'
import type { ImageLocks } from './image-lock.ts'

export function createImageAccess(locks: ImageLocks, deps: Deps): ImageAccess {
  return { findServedImages: locks, computeDigest: sha256, download: (url) => downloadImage(url, deps) }
}
