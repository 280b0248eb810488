import { cleanup, render } from 'ink-testing-library'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allowColor } from './color.ts'
import { Confirm, type ConfirmAnswer } from './confirm.tsx'
import { Progress } from './progress.tsx'

// Workers are shared, and other tests draw in colours.
beforeEach(() => allowColor(false))
afterEach(cleanup)

function ask(typed?: string) {
  const answers: ConfirmAnswer[] = []
  const question = { lines: ['Delete 12 users:'], prompt: 'Sure?', ...(typed && { typed }) }
  const screen = render(<Confirm question={question} onAnswer={(answer) => answers.push(answer)} />)
  return { answers, screen }
}

test.each([
  ['y', 'yes'],
  ['Yes\r', 'yes'],
  ['n', 'no'],
  ['\r', 'no'],
  ['x y\r', 'no'],
  ['\u0004', 'no'],
  ['\u0003', 'interrupted'],
])('the key %j answers %s', async (key, answer) => {
  const { answers, screen } = ask()
  screen.stdin.write(key)
  await vi.waitFor(() => expect(answers).toEqual([answer]), { interval: 5 })
})

test('the first answer stands, however fast another key follows', async () => {
  const { answers, screen } = ask()
  for (const key of ['n', 'y', 'y']) screen.stdin.write(key)
  await vi.waitFor(() => expect(answers).toEqual(['no']), { interval: 5 })
  expect(screen.lastFrame()).toContain('Sure? (y/N) no')
})

test.each([
  ['12', 'yes'],
  ['1', 'no'],
  ['13\u007f2', 'yes'],
  ['', 'no'],
  ['12\r', 'yes'],
  ['y', 'no'],
  ['no, not -12', 'no'],
  ['12 no', 'no'],
])('typing %j for a count of 12 answers %s', async (keys, answer) => {
  const { answers, screen } = ask('12')
  // With a line end among them they come at once, as from a paste.
  for (const part of keys.includes('\r') ? [keys] : keys) screen.stdin.write(part)
  screen.stdin.write('\r')
  await vi.waitFor(() => expect(answers).toEqual([answer]), { interval: 5 })
  expect(screen.lastFrame()).toMatch(/Sure\?( \S|$)/)
})

test('a sentence is never cut, whatever it says of the target; a long name is', () => {
  const lines = [
    `Delete 12 users on https://${'very-'.repeat(20)}long.test (profile production):`,
    `  ${'x'.repeat(200)}`,
  ]
  const question = { lines, prompt: 'Sure?' }
  const { lastFrame } = render(<Confirm question={question} onAnswer={() => undefined} />)
  const frame = lastFrame() ?? ''
  expect(frame.replaceAll(/\s/g, '')).toContain('long.test(profileproduction):')
  expect(frame).toMatch(/^ {2}x{90,97}…$/m)
})

test('the bar says in words what it shows', () => {
  const { lastFrame } = render(<Progress label="Deleting users" total={40} finished={20} failed={3} />)
  expect(lastFrame()).toBe(`Deleting users ${'█'.repeat(12)}${'░'.repeat(12)} 20/40 3 failed`)
})
