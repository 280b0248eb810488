import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToday } from './use-today.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 9, 31, 23, 59, 30) }))
afterEach(() => void vi.useRealTimers())

test('changes to the new day at midnight', () => {
  const { result } = renderHook(useToday)
  const before = result.current
  expect(before).toEqual(new Date(2026, 9, 31))
  act(() => void vi.advanceTimersByTime(20_000))
  expect(result.current).toBe(before)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(result.current).toEqual(new Date(2026, 10, 1))
})
