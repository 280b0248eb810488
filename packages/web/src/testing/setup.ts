import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The first test of a file waits for the screens' code to be compiled.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no layout and says so on every call.
window.scrollTo = () => undefined

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})
