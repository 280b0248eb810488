import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDebouncedText } from './use-debounced-text.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(value: string) {
  const passedOn: string[] = []
  const { result, rerender } = renderHook((props) => useDebouncedText(props.value, (text) => passedOn.push(text)), {
    initialProps: { value },
  })
  return {
    passedOn,
    text: () => result.current[0],
    type: (text: string) => act(() => result.current[1](text)),
    pause: () => act(() => void vi.advanceTimersByTime(1000)),
    valueBecomes: (next: string) => rerender({ value: next }),
  }
}

test('shows typing at once and passes it on once when it pauses', () => {
  const box = start('')
  for (const text of ['e', 'ev', 'eva']) box.type(text)
  expect(box.text()).toBe('eva')
  expect(box.passedOn).toEqual([])
  box.pause()
  expect(box.passedOn).toEqual(['eva'])
})

test('replaces the text when the value changes from outside, and does not pass it on', () => {
  const box = start('eva')
  box.type('evan')
  box.valueBecomes('bruno')
  expect(box.text()).toBe('bruno')
  box.pause()
  expect(box.passedOn).toEqual([])
})

test('keeps later typing when the passed-on value comes back', () => {
  const box = start('')
  box.type('e')
  box.pause()
  box.type('ev')
  box.valueBecomes('e')
  expect(box.text()).toBe('ev')
})
