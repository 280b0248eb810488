import '@testing-library/jest-dom/vitest'
import { Blob, File } from 'node:buffer'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

configure({
  // The first test of a file waits for the screens' code to be compiled, however busy the machine is.
  asyncUtilTimeout: 20_000,
  // A wait fails many times before it succeeds; printing the page each time takes a sixth of the test.
  getElementError: (message) => new Error(message ?? ''),
})

// Files of a worker share libraries, but must not share the console's state, such as an open toast.
vi.resetModules()

const ignore = () => undefined

// jsdom has no layout, canvas or media queries, and warns about each call.
window.scrollTo = ignore
Element.prototype.scrollIntoView = ignore
HTMLCanvasElement.prototype.getContext = () => null
window.ResizeObserver = class {
  observe = ignore
  unobserve = ignore
  disconnect = ignore
}
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: ignore,
    removeListener: ignore,
  })

// jsdom's FormData loses file contents in Node's Request, so Node's own classes replace it, once per worker.
if (!Object.is(globalThis.File, File)) {
  const urlEncoded = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
  const { constructor: NodeFormData } = await new Response('', urlEncoded).formData()
  const JsdomFormData = globalThis.FormData
  const FormData = new Proxy(NodeFormData, {
    // React constructs FormData from a form element, which only jsdom's supports.
    construct: (target, args) => Reflect.construct(args.length > 0 ? JsdomFormData : target, args),
  })
  const Request: unknown = Object.getPrototypeOf(globalThis.Request)
  Object.assign(globalThis, { Blob, File, FormData, Request })

  // jsdom schedules frames with one interval, which fake timers would stop for later files.
  const { setTimeout, clearTimeout } = globalThis
  window.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), 1000 / 60))
  window.cancelAnimationFrame = (frame) => clearTimeout(frame)
}

// jsdom renders no images; a unique URL suffices.
let urlCount = 0
URL.createObjectURL = () => `blob:test/${(urlCount += 1)}`
URL.revokeObjectURL = () => undefined

afterEach(() => {
  // First: a form may write its draft as it is removed.
  vi.restoreAllMocks()
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})
