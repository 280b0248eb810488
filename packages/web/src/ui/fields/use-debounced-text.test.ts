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

test('typing shows at once and is passed on once, when it pauses', () => {
  const box = start('')
  for (const text of ['e', 'ev', 'eva']) box.type(text)
  expect(box.text()).toBe('eva')
  expect(box.passedOn).toEqual([])
  box.pause()
  expect(box.passedOn).toEqual(['eva'])
})

test('a value that changes by itself replaces the text, which is not passed on', () => {
  const box = start('eva')
  box.type('evan')
  box.valueBecomes('bruno')
  expect(box.text()).toBe('bruno')
  box.pause()
  expect(box.passedOn).toEqual([])
})

test('the value that was passed on does not undo later typing', () => {
  const box = start('')
  box.type('e')
  box.pause()
  box.type('ev')
  box.valueBecomes('e')
  expect(box.text()).toBe('ev')
})
