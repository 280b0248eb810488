import '@testing-library/jest-dom/vitest'
import { Blob, File } from 'node:buffer'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The first test of a file waits for the screens' code to be compiled, however busy the machine is.
configure({ asyncUtilTimeout: 20_000 })

// The files of a worker share its libraries, and not what the console remembers, such as a toast that still stands.
vi.resetModules()

const ignore = () => undefined

// jsdom has no layout, draws nothing and knows no media; it would say so on every call.
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

// On the way from jsdom's forms into Node's requests the files lose their content: here, all of it is Node's own. The
// files of a worker share one environment, in which this is done once.
if (!Object.is(globalThis.File, File)) {
  const urlEncoded = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
  const { constructor: NodeFormData } = await new Response('', urlEncoded).formData()
  const OfElements = globalThis.FormData
  const FormData = new Proxy(NodeFormData, {
    // Of an element, as React asks for it at a submit, jsdom's own.
    construct: (target, given) => Reflect.construct(given.length > 0 ? OfElements : target, given),
  })
  const Request: unknown = Object.getPrototypeOf(globalThis.Request)
  Object.assign(globalThis, { Blob, File, FormData, Request })

  // jsdom's own frames hang on one interval, which a test with fake timers stops for all files after it.
  const { setTimeout, clearTimeout } = globalThis
  window.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), 1000 / 60))
  window.cancelAnimationFrame = (frame) => clearTimeout(frame)
}

// It draws no images either, so an address is all that one needs.
let addresses = 0
URL.createObjectURL = () => `blob:test/${(addresses += 1)}`
URL.revokeObjectURL = () => undefined

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})
