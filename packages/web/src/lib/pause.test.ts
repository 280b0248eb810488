import { afterEach, expect, test, vi } from 'vitest'
import { betweenFrames, nextTask } from './pause.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('work goes on in a hidden page, whose timers hardly ever fire', async () => {
  // Nothing moves these timers on.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
  const goOn = betweenFrames(new AbortController().signal)
  await goOn()
  await goOn()
  await nextTask()
  expect(vi.getTimerCount()).toBe(0)
})

test('work in a hidden page lets others have their turn, and stops when told to', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(1000)
  const stop = new AbortController()
  const goOn = betweenFrames(stop.signal)()
  stop.abort(new Error('Nobody waits for it.'))
  await expect(goOn).rejects.toThrow('Nobody waits for it.')
})
