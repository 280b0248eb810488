import { createElement, useEffect, type ComponentType } from 'react'
import { canReachServer } from './connection.ts'

/** A screen's code could not be loaded: a new version has replaced it, or the connection is gone. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError'
  /** Whether the server answers, and yet the code is not there. */
  readonly gone: boolean
  /** Loads it again; rejects with a `PageLoadError`. The screen can be drawn then. */
  retry: () => Promise<void> = () => Promise.reject(this)

  constructor(cause: unknown, gone: boolean) {
    super('The code of this screen could not be loaded.', { cause })
    this.gone = gone
  }
}

/** A route's `lazy`: its component from a chunk of its own. Without that chunk the component throws a `PageLoadError`. */
export function lazyPage(load: () => Promise<ComponentType>) {
  return async () => {
    try {
      return { Component: await loadPage(load) }
    } catch (error) {
      if (!(error instanceof PageLoadError)) throw error
      // The router would keep a rejection until the page is loaded anew.
      return { Component: latePage(load, error) }
    }
  }
}

/** Tries twice where the server answers: the first time may have been too early, as while the connection came back. */
async function loadPage(load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await load()
  } catch (cause) {
    if (!(await canReachServer())) throw new PageLoadError(cause, false)
  }
  try {
    return await load()
  } catch (cause) {
    throw new PageLoadError(cause, await canReachServer())
  }
}

function latePage(load: () => Promise<ComponentType>, failure: PageLoadError): ComponentType {
  let Page: ComponentType | undefined
  failure.retry = async () => {
    Page = await loadPage(load)
  }
  return function LatePage() {
    useEffect(focusContent, [])
    if (!Page) throw failure
    return createElement(Page)
  }
}

/** What had the focus may have gone with the message that stood here. */
function focusContent(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('main[tabindex]')?.focus({ preventScroll: true })
}
