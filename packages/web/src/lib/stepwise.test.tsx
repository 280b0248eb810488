import type { Steps } from '@rapport/core/users/index-users.ts'
import { render, renderHook, screen, waitFor } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { finish, useStepwise } from './stepwise.ts'

/** Each look at the clock is a slice's end, so that every step is a slice of its own. */
beforeEach(() => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
})
afterEach(() => {
  vi.restoreAllMocks()
})

function* work(result: string, steps: number, taken: string[] = []): Steps<string> {
  for (let step = 0; step < steps; step += 1) {
    taken.push(result)
    yield
  }
  return result
}
type Start = (() => Steps<string>) | undefined
const use = (start: Start) => renderHook((given: Start) => useStepwise(given), { initialProps: start })

test('what is done within one slice is there at once', () => {
  const { result } = use(() => work('first', 0))
  expect(result.current).toEqual({ result: 'first', stale: false })
})

test('until the work is done the result of the one before stays, and is stale', async () => {
  const { result, rerender } = use(() => work('first', 0))
  const second = () => work('second', 5)
  rerender(second)
  expect(result.current).toEqual({ result: 'first', stale: true })
  await waitFor(() => expect(result.current).toEqual({ result: 'second', stale: false }))
})

test('work that is superseded is given up, and never shown', async () => {
  const taken: string[] = []
  const seen: unknown[] = []
  const slow = () => work('slow', 1000, taken)
  const { result, rerender } = renderHook(
    (start: Start) => {
      const state = useStepwise(start)
      seen.push(state.result)
      return state
    },
    { initialProps: slow },
  )
  const next = () => work('next', 3)
  rerender(next)
  const stepsBefore = taken.length
  await waitFor(() => expect(result.current).toEqual({ result: 'next', stale: false }))
  expect(taken.length).toBe(stepsBefore)
  expect(seen).not.toContain('slow')
})

test('with nothing to do in between there is no result, and then that of the new work', async () => {
  const { result, rerender } = use(() => work('first', 0))
  rerender(undefined)
  expect(result.current).toEqual({ result: undefined, stale: false })
  const second = () => work('second', 3)
  rerender(second)
  expect(result.current.stale).toBe(true)
  await waitFor(() => expect(result.current).toEqual({ result: 'second', stale: false }))
})

class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    return this.state.error ? <p role="alert">{this.state.error.message}</p> : this.props.children
  }
}

test.each([0, 4])('work that throws after %i slices ends at the error boundary', async (slices) => {
  // React says of every caught error that it was caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  function* broken(): Steps<string> {
    yield* work('', slices)
    throw new Error('It cannot be done.')
  }
  const start = () => broken()
  function Shown() {
    return <p>{useStepwise(start).stale ? 'busy' : 'done'}</p>
  }
  render(
    <Boundary>
      <Shown />
    </Boundary>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('It cannot be done.')
})

test('work outside of a screen lets others have their turn, and gives its result', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1))
  expect(await finish(work('all', 20), new AbortController().signal)).toEqual({ result: 'all' })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(0)
})

test('work outside of a screen stops when told to, and rejects with what it throws', async () => {
  const stop = new AbortController()
  const taken: string[] = []
  const stopped = finish(work('', 1000, taken), stop.signal)
  stop.abort()
  expect(await stopped).toBeUndefined()
  expect(taken.length).toBeLessThan(3)

  function* broken(): Steps<string> {
    yield
    throw new Error('It cannot be done.')
  }
  await expect(finish(broken(), new AbortController().signal)).rejects.toThrow('It cannot be done.')
})
