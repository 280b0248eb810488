import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The first test of a file waits for the screens' code to be compiled.
configure({ asyncUtilTimeout: 10_000 })

const ignore = () => undefined

// jsdom has no layout, draws nothing and knows no media; it would say so on every call.
window.scrollTo = () => undefined
HTMLCanvasElement.prototype.getContext = () => null
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: ignore,
    removeListener: ignore,
  })

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})
