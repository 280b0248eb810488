import type { ComponentType } from 'react'

/** A screen's code could not be loaded: a new version has replaced it, or the connection is gone. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError'
}

/** A route's `lazy`: its component from a chunk of its own. Rejects with `PageLoadError`. */
export function lazyPage(load: () => Promise<ComponentType>) {
  return async () => {
    try {
      return { Component: await load() }
    } catch (cause) {
      throw new PageLoadError('The code of this screen could not be loaded.', { cause })
    }
  }
}
