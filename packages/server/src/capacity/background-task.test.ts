import { expect, it, onTestFinished, vi } from 'vitest'
import { startBackgroundTask } from './background-task.ts'

it('runs the work once at a time, and waits for a pending run when it is stopped', async () => {
  let running = 0
  let peak = 0
  let finishedRuns = 0
  const work = async () => {
    running += 1
    peak = Math.max(peak, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    finishedRuns += 1
  }
  const task = startBackgroundTask({ everyMs: 1, work, onError: rethrow })
  const firstRun = task.runNow()
  void task.runNow()
  await firstRun
  await task.stop()
  expect({ peak, running }).toEqual({ peak: 1, running: 0 })
  const runsBefore = finishedRuns
  await task.runNow()
  expect(finishedRuns).toBe(runsBefore)
})

it('runs the work at intervals, which grow while it fails', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  let isBroken = false
  const failures: unknown[] = []
  const work = async () => {
    runs += 1
    if (isBroken) throw new Error('broken')
  }
  const task = startBackgroundTask({ everyMs: 1000, work, onError: (error) => failures.push(error) })
  const runsIn = async (seconds: number) => {
    const runsBefore = runs
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    return runs - runsBefore
  }
  expect(await runsIn(3)).toBe(3)
  isBroken = true
  expect(await runsIn(15)).toBe(4)
  expect(await runsIn(3600)).toBeLessThan(65)
  expect(failures).toContainEqual(new Error('broken'))
  isBroken = false
  await runsIn(60)
  expect(await runsIn(3)).toBe(3)
  await task.stop()
})

it('stops after a time limit when the work hangs', async () => {
  const begun = Promise.withResolvers<void>()
  const work = () => {
    begun.resolve()
    return new Promise<never>(() => undefined)
  }
  const task = startBackgroundTask({ everyMs: undefined, work, onError: rethrow, stopMs: 20 })
  void task.runNow()
  await begun.promise
  await expect(task.stop()).resolves.toBeUndefined()
})

function rethrow(error: unknown): never {
  throw error
}
