import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDebouncedText } from './use-debounced-text.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(value: string) {
  const handedOn: string[] = []
  const { result, rerender } = renderHook((props) => useDebouncedText(props.value, (text) => handedOn.push(text)), {
    initialProps: { value },
  })
  return {
    handedOn,
    text: () => result.current[0],
    type: (text: string) => act(() => result.current[1](text)),
    pause: () => act(() => void vi.advanceTimersByTime(1000)),
    valueBecomes: (next: string) => rerender({ value: next }),
  }
}

test('typing shows at once and is handed on once, when it pauses', () => {
  const box = start('')
  for (const text of ['e', 'ev', 'eva']) box.type(text)
  expect(box.text()).toBe('eva')
  expect(box.handedOn).toEqual([])
  box.pause()
  expect(box.handedOn).toEqual(['eva'])
})

test('a value that changes by itself takes the place of what was typed, which is not handed on', () => {
  const box = start('eva')
  box.type('evan')
  box.valueBecomes('bruno')
  expect(box.text()).toBe('bruno')
  box.pause()
  expect(box.handedOn).toEqual([])
})

test('the value that was handed on does not undo what was typed since', () => {
  const box = start('')
  box.type('e')
  box.pause()
  box.type('ev')
  box.valueBecomes('e')
  expect(box.text()).toBe('ev')
})
